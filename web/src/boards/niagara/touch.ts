/** Where in the picture somebody has tapped. */
import { discAt, type DiscName, DISCS, type Plan } from './layouts';

/** Find the disc under a pointer. */
export function discUnder(plan: Plan, picture: SVGSVGElement, pointer: MouseEvent): DiscName | null {
  const toPage = picture.getScreenCTM();
  if (!toPage) return null;
  const { x, y } = new DOMPoint(pointer.clientX, pointer.clientY).matrixTransform(toPage.inverse());
  return discNear(plan, x, y);
}

/** Find the disc that covers a point of the picture. */
export function discNear(plan: Plan, x: number, y: number): DiscName | null {
  const over = (disc: DiscName): boolean => {
    const at = discAt(plan, disc);
    return Math.hypot(at.x - x, at.y - y) <= plan.radius;
  };
  return DISCS.find(over) ?? null;
}

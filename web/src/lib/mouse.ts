/** Tells a mouse that moves from one that rests, while what lies under it changes. */

/** Where the mouse came to rest last, on whatever page. */
let rest = '';

const place = ({ screenX, screenY }: MouseEvent): string => `${screenX} ${screenY}`;

/** Tell whether somebody points: what comes to lie under a mouse that rests, as the next scene of an adventure does, is not
 * pointed at. */
export const moved = (event: PointerEvent): boolean => event.pointerType === 'touch' || place(event) !== rest;

/** Keep where the mouse is, once all have heard of a movement. */
export function settle(event: PointerEvent): void {
  if (event.pointerType !== 'touch') rest = place(event);
}

/** Shapes cut from paper: ribbons of changing width, ragged edges, hills and forests. */
import { blob, type Course, distance, line, noise, type Point, tenth } from './geometry';

/** Tell the waviness of a hand-cut edge `along` units from its start. */
export function ragged(along: number, phase: number): number {
  return (
    4.2 * Math.sin(along / 61 + phase) + 2.6 * Math.sin(along / 23 + phase * 2.7) + 1.4 * Math.sin(along / 9.7 + phase)
  );
}

/** Draw a band along a course: `half(t)` units wide on each side, its edges hand-cut unless `cut` is 0. It runs clockwise,
 * like every pebble. */
export function ribbon(course: Course, from: number, to: number, half: (t: number) => number, cut = 1): string {
  const step = 0.125;
  const count = Math.max(2, Math.ceil((to - from) / step));
  const left: Point[] = [];
  const right: Point[] = [];
  let along = 0;
  let previous: Point | undefined;
  for (let i = 0; i <= count; i++) {
    const t = from + ((to - from) * i) / count;
    const here = course.at(t);
    along += previous ? distance(previous, here) : 0;
    previous = here;
    const heading = (course.heading(t) * Math.PI) / 180;
    const wide = half(t);
    const nx = -Math.sin(heading);
    const ny = Math.cos(heading);
    const a = wide + cut * ragged(along, 1.3);
    const b = wide + cut * ragged(along, 4.1);
    left.push({ x: here.x + nx * a, y: here.y + ny * a });
    right.push({ x: here.x - nx * b, y: here.y - ny * b });
  }
  return blob([...right, ...left.reverse()]);
}

/** Draw an uneven round shape: rocks, pools, clearings. */
export function pebble(centre: Point, rx: number, ry: number, seed: number, corners = 9, roughness = 0.12): string {
  return blob(outline(centre, rx, ry, seed, corners, roughness));
}

/** List the corners of an uneven round shape. */
export function outline(
  centre: Point,
  rx: number,
  ry: number,
  seed: number,
  corners: number,
  roughness: number,
): Point[] {
  const draw = noise(seed);
  return Array.from({ length: corners }, (_, i) => {
    const angle = ((i + 0.4 * (draw() - 0.5)) / corners) * 2 * Math.PI;
    const reach = 1 + roughness * (2 * draw() - 1);
    return { x: centre.x + Math.cos(angle) * rx * reach, y: centre.y + Math.sin(angle) * ry * reach };
  });
}

/** Draw a range of hills between two x, standing on `foot`; `peaks` above 0 sharpens them. */
export function ridge(
  from: number,
  to: number,
  top: number,
  foot: number,
  height: number,
  seed: number,
  step = 60,
): string {
  const draw = noise(seed);
  const a = draw() * 6;
  const b = draw() * 6;
  const points: Point[] = [];
  for (let x = from; x <= to; x += step) {
    const swell = 0.55 * Math.sin(x / 310 + a) + 0.3 * Math.sin(x / 131 + b) + 0.15 * Math.sin(x / 57 + a * 2);
    points.push({ x, y: top - height * swell });
  }
  return `${line(points)}L${to} ${foot}L${from} ${foot}Z`;
}

/** Draw a forest's edge seen from far away: narrow tips of differing height on a wavy line. */
export function treeline(from: number, to: number, top: number, foot: number, seed: number, tip = 26): string {
  const draw = noise(seed);
  let path = `M${from} ${foot}L${from} ${top}`;
  for (let x = from; x < to;) {
    const width = 9 + draw() * 11;
    const base = top + 7 * Math.sin(x / 170 + seed) + 5 * draw();
    const height = tip * (0.45 + 0.75 * draw());
    path += `L${tenth(x + width / 2)} ${tenth(base - height)}L${tenth(x + width)} ${tenth(base)}`;
    x += width;
  }
  return `${path}L${to} ${foot}Z`;
}

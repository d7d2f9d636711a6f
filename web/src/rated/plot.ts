/** Lays out a plot of numbers with margins: where the lines go. */
export interface Plotted {
  /** Path of the line through the values. */
  line: string;
  /** Path around the margins above and below. */
  band: string;
  /** Lines of the scale, the lowest first. */
  ticks: readonly { value: number; y: number }[];
  last: { x: number; y: number };
}

export interface Value {
  points: number;
  margin: number;
}

const STEPS = [50, 100, 200, 250, 500, 1000];
const MOST_TICKS = 6;

/** Lay out values from left to right in a box; there has to be at least one. */
export function plot(values: readonly Value[], width: number, height: number): Plotted {
  const tops = values.map(({ points, margin }) => points + margin);
  const bottoms = values.map(({ points, margin }) => points - margin);
  const [least, most] = [Math.min(...bottoms), Math.max(...tops)];
  const step = STEPS.find((each) => (most - least) / each <= MOST_TICKS) ?? 5000;
  const low = Math.floor(least / step) * step;
  const high = Math.max(low + step, Math.ceil(most / step) * step);

  const x = (i: number): number => (values.length === 1 ? width / 2 : (i / (values.length - 1)) * width);
  const y = (value: number): number => height - ((value - low) / (high - low)) * height;
  const at = (value: number, i: number): string => `${x(i).toFixed(1)},${y(value).toFixed(1)}`;

  const above = tops.map(at);
  const below = bottoms.map(at).reverse();
  return {
    line: `M${values.map(({ points }, i) => at(points, i)).join('L')}`,
    band: `M${[...above, ...below].join('L')}Z`,
    ticks: Array.from({ length: (high - low) / step + 1 }, (_, i) => ({
      value: low + i * step,
      y: y(low + i * step),
    })),
    last: { x: x(values.length - 1), y: y(values.at(-1)?.points ?? low) },
  };
}

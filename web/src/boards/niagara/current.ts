/** The water that moves: strokes of paper that drift with the current, foam behind stones, and what pours over the edge. */
import { noise, type Point } from '../art/geometry';
import { COUNTRIES } from './country';
import type { Curtain } from './falls';
import { ARMS, BRINK, discAt, DISCS, FIRST_KNOT, type Plan } from './layouts';
import { breadth, terrain } from './terrain';

/** Colours of the strokes, in the order in which they are drawn. */
export const TONES = ['--water-deep', '--water-edge', '--spray'] as const;

/** How the water runs in each weather, sun first: units a second, how far strokes sway, share of them that is seen, caps of foam. */
const MOODS = [
  { pace: 15, sway: 0.01, share: 0.6, caps: 0 },
  { pace: 25, sway: 0.02, share: 0.7, caps: 0 },
  { pace: 42, sway: 0.045, share: 0.85, caps: 0.45 },
  { pace: 66, sway: 0.08, share: 1, caps: 1 },
] as const;

const STEP = 10;

/** A place on the river's course, as a table has it every `STEP` units. */
interface Station extends Point {
  /** Across the stream. */
  readonly nx: number;
  readonly ny: number;
  readonly reach: number;
  /** 0 where the river is whole, 1 where it has parted. */
  readonly parted: number;
}

interface Stroke {
  readonly lane: number;
  /** Where on its lane it is at the beginning. */
  readonly start: number;
  /** Between the banks, −1 to 1. */
  readonly across: number;
  readonly long: number;
  readonly tone: number;
  /** Its speed against that of the others. */
  readonly haste: number;
  readonly phase: number;
}

/** Draws the moving water of one picture. */
export class Current {
  private readonly lanes: readonly (readonly Station[])[];
  /** On which side of the whole river the water for each arm runs. */
  private readonly sides: readonly number[];
  private readonly strokes: readonly Stroke[];
  private readonly discs: readonly Point[];
  private readonly curtains: readonly Curtain[];
  /** How far the water has run, in units. */
  private run = 0;
  private age = 0;

  constructor(private readonly plan: Plan) {
    this.lanes = ARMS.map((arm) => lane(plan, arm));
    const fork = plan.courses.L.at(FIRST_KNOT + 5);
    const other = plan.courses.R.at(FIRST_KNOT + 5);
    const heading = (plan.courses.L.heading(FIRST_KNOT + 3.6) * Math.PI) / 180;
    const left = (fork.x - other.x) * -Math.sin(heading) + (fork.y - other.y) * Math.cos(heading) < 0 ? -1 : 1;
    this.sides = [left, -left];
    this.discs = DISCS.map((disc) => discAt(plan, disc));
    this.curtains = terrain(plan.name).curtains;
    const draw = noise(31);
    this.strokes = Array.from({ length: 104 }, (_, i) => {
      const across = (draw() * 2 - 1) ** 3 * 0.4 + (draw() * 2 - 1) * 0.6;
      const bank = Math.abs(across) > 0.72;
      return {
        lane: i % 2,
        start: draw() * 4000,
        across,
        long: 44 + draw() * 92,
        tone: bank ? 2 : Math.abs(across) < 0.3 ? i % 2 : 1,
        haste: bank ? 0.55 : 0.8 + 0.4 * draw(),
        phase: draw() * 6.3,
      };
    });
  }

  /** Let so many seconds pass; `rush` while the river pushes. */
  flow(seconds: number, weather: number, rush = false): void {
    this.run += seconds * this.mood(weather).pace * (rush ? 4 : 1);
    this.age += seconds * (rush ? 1.6 : 1);
  }

  /** Tell how far boats lean on the waves just now, in degrees. */
  sway(weather: number): number {
    return (0.7 + 12 * this.mood(weather).sway) * Math.sin(this.age * 1.9);
  }

  /** Draw everything into a context whose units are the picture's; `colours` as in `TONES`. */
  paint(context: CanvasRenderingContext2D, weather: number, colours: readonly string[]): void {
    const { share, caps } = this.mood(weather);
    context.lineCap = 'round';
    const shown = this.strokes.length * share;
    TONES.forEach((_, tone) => {
      context.beginPath();
      this.strokes.forEach((stroke, i) => {
        if (i < shown && stroke.tone === tone) this.trace(context, stroke, weather);
      });
      context.strokeStyle = colours[tone] ?? '';
      context.globalAlpha = 0.55;
      context.lineWidth = tone ? 3.4 : 5;
      context.stroke();
    });
    context.beginPath();
    if (caps) this.cap(context, caps);
    this.trail(context);
    context.globalAlpha = 0.75;
    context.lineWidth = 3.2;
    context.stroke();
    this.pour(context);
    context.globalAlpha = 1;
  }

  private mood(weather: number): (typeof MOODS)[number] {
    return MOODS[weather + 1] ?? MOODS[1];
  }

  /** Find a point of a lane, seen through the disc that lies over it, if one does. */
  private at(index: number, along: number, across: number): Point {
    const lane = this.lanes[index] as readonly Station[];
    const place = Math.max(0, Math.min(lane.length - 1.001, along / STEP));
    const i = Math.floor(place);
    const share = place - i;
    const a = lane[i] as Station;
    const b = lane[i + 1] as Station;
    // Before the fork each arm's water has its own half of the river.
    const parted = a.parted + (b.parted - a.parted) * share;
    const side = this.sides[index] ?? 1;
    const q = across * (0.5 + 0.5 * parted) + side * 0.5 * (1 - parted);
    const reach = (a.reach + (b.reach - a.reach) * share) * q;
    const x = a.x + (b.x - a.x) * share + (a.nx + (b.nx - a.nx) * share) * reach;
    const y = a.y + (b.y - a.y) * share + (a.ny + (b.ny - a.ny) * share) * reach;
    const { radius } = this.plan;
    for (const disc of this.discs) {
      const dx = x - disc.x;
      const dy = y - disc.y;
      const far = (dx * dx + dy * dy) / (radius * radius);
      if (far < 1) {
        const lens = 1.42 - 0.42 * far;
        return { x: disc.x + dx * lens, y: disc.y + dy * lens };
      }
    }
    return { x, y };
  }

  private trace(context: CanvasRenderingContext2D, stroke: Stroke, weather: number): void {
    const lane = this.lanes[stroke.lane] as readonly Station[];
    const end = (lane.length - 1) * STEP - stroke.phase * 7;
    const head = (stroke.start + this.run * stroke.haste) % (end + stroke.long);
    const { sway } = this.mood(weather);
    const points: Point[] = [];
    for (let i = 0; i <= 5; i++) {
      const along = head - (stroke.long * i) / 5;
      if (along >= 0 && along <= end)
        points.push(this.at(stroke.lane, along, stroke.across + sway * Math.sin(along / 22 + stroke.phase)));
    }
    bend(context, points);
  }

  /** Draw crests that break: short and bowed, across the stream. */
  private cap(context: CanvasRenderingContext2D, share: number): void {
    this.strokes.forEach((stroke, i) => {
      if (i % 4 || i / this.strokes.length > share) return;
      const lane = this.lanes[stroke.lane] as readonly Station[];
      const along = (stroke.start * 1.7 + this.run * 0.7) % (lane.length * STEP);
      bend(
        context,
        [-1, 0, 1].map((j) => this.at(stroke.lane, along - (j ? 4 : 0), stroke.across * 0.8 + j * 0.1)),
      );
    });
  }

  /** Draw the foam that trails from each stone. */
  private trail(context: CanvasRenderingContext2D): void {
    for (const { x, y, size, heading } of terrain(this.plan.name).stones) {
      const ahead = { x: Math.cos(heading), y: Math.sin(heading) };
      for (const side of [-1, 1]) {
        const points = Array.from({ length: 5 }, (_, i) => {
          const far = size * (i * 0.9 + 0.4);
          const aside = side * size * (1.3 - i * 0.06) + Math.sin(this.age * 4 - i * 1.2 + size) * (i * 0.5);
          return { x: x + ahead.x * far - ahead.y * aside, y: y + ahead.y * far + ahead.x * aside };
        });
        bend(context, points);
      }
    }
  }

  /** Draw strands that stretch and gain speed as they fall, and the mist that rises where they end. */
  private pour(context: CanvasRenderingContext2D): void {
    for (const { at } of this.curtains) {
      for (let i = 0; i < 20; i++) {
        const turn = (this.age * (0.42 + (i % 5) * 0.035) + i * 0.377) % 1;
        const down = turn ** 1.8 * 1.15 - 0.06;
        const long = 0.04 + 0.3 * turn;
        const across = 0.04 + ((i * 7) % 20) * 0.0485;
        context.beginPath();
        for (let j = 0; j <= 3; j++) {
          const { x, y } = at(across, Math.min(1.08, down + (long * j) / 3));
          if (j) context.lineTo(x, y);
          else context.moveTo(x, y);
        }
        context.lineWidth = 1.6 + 3.4 * turn;
        context.globalAlpha = 0.9;
        context.stroke();
      }
      // One cloud: where its billows meet, nothing shines through. Each grows as it rises, and shrinks away; none lies on a bank.
      context.beginPath();
      for (let i = 0; i < 7; i++) {
        const turn = (this.age * 0.17 + i * 0.618) % 1;
        const { x, y } = at(0.1 + (((i * 3) % 7) / 6) * 0.8, 1.1 - 0.12 * turn);
        const size = 24 * Math.sin(Math.PI * turn ** 0.7);
        context.moveTo(x + turn * 10 + size, y - turn * 26);
        context.arc(x + turn * 10, y - turn * 26, size, 0, 6.3);
      }
      context.globalAlpha = 0.42;
      context.fillStyle = context.strokeStyle;
      context.fill();
    }
  }
}

/** Add a smooth line through points. */
function bend(context: CanvasRenderingContext2D, points: readonly Point[]): void {
  const [first, ...rest] = points;
  const last = rest.pop();
  if (!first || !last) return;
  context.moveTo(first.x, first.y);
  rest.forEach((here, i) => {
    const next = rest[i + 1] ?? last;
    const half = i + 1 < rest.length ? 0.5 : 1;
    context.quadraticCurveTo(here.x, here.y, here.x + (next.x - here.x) * half, here.y + (next.y - here.y) * half);
  });
  if (!rest.length) context.lineTo(last.x, last.y);
}

/** Measure a lane out: a station every `STEP` units from where the picture begins down to the edge. */
function lane(plan: Plan, arm: (typeof ARMS)[number]): Station[] {
  const course = plan.courses[arm];
  const { horizon } = COUNTRIES[plan.name];
  const stations: Station[] = [];
  let along = 0;
  let due = 0;
  let last: Point | undefined;
  for (let t = 0.8; t <= BRINK; t += 0.02) {
    const at = course.at(t);
    if (at.y < horizon + 20) continue;
    along += last ? Math.sqrt((at.x - last.x) ** 2 + (at.y - last.y) ** 2) : 0;
    last = at;
    if (along < due) continue;
    due += STEP;
    const heading = (course.heading(t) * Math.PI) / 180;
    const parting = Math.max(0, Math.min(1, (t - FIRST_KNOT - 3.9) / 0.9));
    stations.push({
      ...at,
      nx: -Math.sin(heading),
      ny: Math.cos(heading),
      reach: Math.max(4, breadth(plan, t) - 6),
      parted: parting * parting * (3 - 2 * parting),
    });
  }
  return stations;
}

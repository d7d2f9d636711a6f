/** What the player of a turn needs of the board: the scene that is drawn, its drawings, and what is in the air. */
import type { CardName, GemName } from '../../protocol';
import { mix, type Point, type Spot } from '../art/geometry';
import type { DiscName, Plan } from './layouts';
import type { BoatId } from './places';
import type { Scene } from './scene';

/** Drawings of pieces that are no boats; `eddy` is what turns of the whirlpool. */
export type PieceName = 'whirlpool' | 'eddy' | 'beaver';

/** Something that exists only while a turn is shown; what is `low` lies on the water, below the boats. */
export interface Effect {
  readonly key: number;
  readonly look:
    | { readonly kind: 'ring' | 'spray' | 'drop' | 'flash' | 'moose' }
    | { readonly kind: 'disc'; readonly low: true; readonly carries: readonly ('whirlpool' | 'beaver')[] }
    | { readonly kind: 'wake'; readonly low: true; readonly lines: readonly (readonly Point[])[] }
    | { readonly kind: 'gem'; readonly gem: GemName }
    | { readonly kind: 'card'; readonly card: CardName; readonly seat: number }
    | { readonly kind: 'trace'; readonly points: readonly Point[] };
  readonly frames: Keyframe[];
  readonly ms: number;
  readonly easing: string;
  /** When it is taken away. */
  readonly ends: number;
}

export interface Stage {
  readonly plan: Plan;
  readonly seats: number;
  /** The player who watches; null: nobody's. */
  readonly you: number | null;
  /** What is drawn on, and the ground that carries it and all that lies behind it in the same frame. */
  readonly picture: SVGSVGElement | undefined;
  readonly ground: Element | undefined;
  /** Without movement: cross-fades, and a highlighted from → to. */
  readonly still: boolean;
  scene: Scene;
  effects: Effect[];
  boat(id: BoatId): SVGGElement | undefined;
  disc(name: DiscName): SVGGElement | undefined;
  piece(name: PieceName): SVGGElement | undefined;
}

/** Write a transform as the browser's animations want it. */
export const move = ({ x, y }: Point, angle = 0, scale = 1): string =>
  `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) rotate(${angle.toFixed(1)}deg) scale(${scale.toFixed(3)})`;

/** Put a spot into the transform of a drawing. */
export const place = (spot: Spot): string => move(spot, spot.angle, spot.scale);

/** Bend the straight line between two points upwards. */
export function arc(from: Point, to: Point, height: number, count = 8): Point[] {
  return Array.from({ length: count + 1 }, (_, i) => {
    const share = i / count;
    const flat = mix(from, to, share);
    return { x: flat.x, y: flat.y - height * 4 * share * (1 - share) };
  });
}

/** How the picture lies in the window: from its own numbers to pixels, and where its frame is. */
export interface Lens {
  readonly toScreen: { readonly a: number; readonly d: number; readonly e: number; readonly f: number };
  readonly frame: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
}

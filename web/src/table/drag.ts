/**
 * Drags a card onto the board, which plays it, an own canoe to a place, which moves it, or a gem into a canoe beside it,
 * which loads it; by mouse, pen or finger.
 */
import { prefersStill } from '../lib/prefs.svelte';
import { springBack, Swing } from './swing';

/** What dragging needs of the page. */
export interface Hands {
  /** Seat whose pieces may be dragged. */
  readonly seat: () => number | null;
  /** Tells whether a card can be played now. */
  readonly playable: (card: string) => boolean;
  /** Plays a card that was dropped on the board. */
  readonly play: (card: string) => void;
  /** Takes a canoe in hand: its targets light up. */
  readonly lift: (canoe: string) => void;
  /** A card is being dragged: the board lights up. */
  readonly carry: (card: boolean) => void;
  /** Shows where the decision under the pointer leads. */
  readonly look: (action: string | undefined) => void;
}

interface Piece {
  /** What is left behind, paler. */
  readonly origin: Element;
  /** Drawing that follows the pointer. */
  readonly picture: () => HTMLElement | SVGElement | null;
  /** The drag begins, or ends. */
  readonly held: (held: boolean) => void;
  /** Find what the pointer is over, if the piece can be dropped there. */
  readonly over: (event: PointerEvent) => Target | null;
}

interface Target {
  /** What lights up; null: to drop it there asks why it cannot be. */
  readonly lit: Element | null;
  /** Decision that dropping makes, where it is just one. */
  readonly action: string | undefined;
  readonly drop: () => void;
}

interface Drag {
  readonly piece: Piece;
  readonly pointer: number;
  readonly x: number;
  readonly y: number;
  readonly swing: Swing;
  ghost: HTMLElement | SVGElement | null;
  at: { x: number; y: number };
  lit: Element | null;
  frame: number;
}

/** So far a tap may slip without being a drag. */
const SLIP = 8;
const BACK_MS = 380;

/** Let cards, canoes and gems below `page` be dragged; the answer ends that. */
export function draggable(page: HTMLElement, hands: Hands): () => void {
  let drag: Drag | null = null;

  function down(event: PointerEvent): void {
    if (!event.isPrimary || event.button !== 0) return;
    const piece = pieceAt(page, hands, event);
    const { pointerId: pointer, clientX: x, clientY: y } = event;
    drag = piece && { piece, pointer, x, y, swing: new Swing(), ghost: null, at: { x, y }, lit: null, frame: 0 };
  }

  function move(event: PointerEvent): void {
    if (event.pointerId !== drag?.pointer) return;
    const { piece, x, y, swing } = drag;
    const { clientX, clientY } = event;
    if (!drag.ghost) {
      if (Math.hypot(clientX - x, clientY - y) < SLIP) return;
      const ghost = piece.picture();
      if (!ghost) return;
      ghost.classList.add('dragged');
      drag.ghost = page.appendChild(ghost);
      // The piece may be drawn anew meanwhile; and what the pointer was pressed on must not count as tapped.
      page.setPointerCapture(event.pointerId);
      piece.origin.setAttribute('data-lifted', '');
      piece.held(true);
    }
    swing.pull(clientX - drag.at.x, event.timeStamp);
    drag.at = { x: clientX, y: clientY };
    drag.ghost.style.translate = `${clientX}px ${clientY}px`;
    if (!drag.frame && !prefersStill()) drag.frame = requestAnimationFrame(lean);
    const target = piece.over(event);
    light(target?.lit ?? null);
    hands.look(target?.action);
  }

  function lean(now: number): void {
    if (!drag?.ghost) return;
    const swings = drag.swing.on(now);
    drag.ghost.style.rotate = `${drag.swing.angle.toFixed(1)}deg`;
    drag.frame = swings ? requestAnimationFrame(lean) : 0;
  }

  function light(lit: Element | null): void {
    if (!drag || drag.lit === lit) return;
    drag.lit?.removeAttribute('data-over');
    lit?.setAttribute('data-over', '');
    drag.lit = lit;
  }

  function up(event: PointerEvent): void {
    if (event.pointerId !== drag?.pointer) return;
    const target = drag.ghost && drag.piece.over(event);
    end(!target?.lit);
    target?.drop();
  }

  /** Let go; what was dropped nowhere springs back. */
  function end(back = true): void {
    if (!drag) return;
    light(null);
    cancelAnimationFrame(drag.frame);
    const { ghost, piece, at, x, y } = drag;
    drag = null;
    if (!ghost) return;
    piece.held(false);
    hands.look(undefined);
    const gone = (): void => {
      ghost.remove();
      piece.origin.removeAttribute('data-lifted');
    };
    if (!back || prefersStill()) return gone();
    const frames = springBack(at, { x, y }).map((spot) => ({ translate: `${spot.x}px ${spot.y}px` }));
    const flight = ghost.animate([...frames.slice(0, -1), { ...frames.at(-1), rotate: '0deg' }], BACK_MS);
    flight.onfinish = gone;
    flight.oncancel = gone;
  }

  function key(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !drag?.ghost) return;
    event.stopImmediatePropagation();
    end();
  }

  const gone = new AbortController();
  const { signal } = gone;
  page.addEventListener('pointerdown', down, { signal });
  page.addEventListener('pointermove', move, { signal });
  page.addEventListener('pointerup', up, { signal });
  page.addEventListener('pointercancel', () => end(), { signal });
  window.addEventListener('keydown', key, { signal, capture: true });
  return () => {
    end(false);
    gone.abort();
  };
}

const under = ({ clientX, clientY }: PointerEvent): Element | null => document.elementFromPoint(clientX, clientY);

/** Find what the pointer takes hold of; a canoe may lie under a target for the other one. */
function pieceAt(page: HTMLElement, hands: Hands, event: PointerEvent): Piece | null {
  const target = event.target as Element;
  const button = target.closest<HTMLElement>('[data-card]');
  const card = button?.dataset['card'];
  if (button && card) return hands.playable(card) ? cardPiece(hands, button, card) : null;
  const deposit = target.closest<SVGElement>('[data-works]');
  if (deposit) return gemPiece(page, hands, deposit, event);
  const canoe = document
    .elementsFromPoint(event.clientX, event.clientY)
    .map((each) => each.closest<SVGElement>('[data-canoe]')?.dataset['canoe'])
    .find((name) => name !== undefined);
  const boat = page.querySelector<SVGGElement>(`[data-guide="canoe-${hands.seat() ?? ''}${canoe ?? ''}"]`);
  return canoe && boat ? canoePiece(hands, boat, canoe) : null;
}

function cardPiece(hands: Hands, button: HTMLElement, card: string): Piece {
  return {
    origin: button,
    picture: () => cardPicture(button),
    held: hands.carry,
    over: (event) => {
      const river = under(event)?.closest('.river');
      return river ? { lit: river, action: undefined, drop: () => hands.play(card) } : null;
    },
  };
}

function canoePiece(hands: Hands, boat: SVGGElement, canoe: string): Piece {
  return {
    origin: boat,
    picture: () => drawn(boat, 1.15),
    held: (held) => {
      if (held) hands.lift(canoe);
    },
    over: (event) => {
      const at = under(event);
      if (!at?.closest('.river')) return null;
      const lit = at.closest<SVGElement>('svg :is([data-action], [data-place], [data-deposit])');
      // As if it had been tapped there: where it cannot go, the board says why.
      const { clientX, clientY } = event;
      const drop = (): void => void at.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX, clientY }));
      return { lit, action: lit?.dataset['action'], drop };
    },
  };
}

/** Take the gem of a deposit that lies nearest, of those that the canoe beside it can load. */
function gemPiece(page: HTMLElement, hands: Hands, deposit: SVGElement, event: PointerEvent): Piece | null {
  const loads = new Map(
    (deposit.dataset['works'] ?? '')
      .split(',')
      .map((text) => text.split(' '))
      .flatMap(([kind, canoe = '', gem = '']) => (kind === 'load' ? [[gem, canoe] as const] : [])),
  );
  const far = (gem: Element): number => {
    const { left, top, width, height } = gem.getBoundingClientRect();
    return Math.hypot(left + width / 2 - event.clientX, top + height / 2 - event.clientY);
  };
  const [gem] = [...(deposit.parentElement?.querySelectorAll<SVGGElement>('[data-gem]') ?? [])]
    .filter(({ dataset }) => loads.has(dataset['gem'] ?? ''))
    .sort((a, b) => far(a) - far(b));
  const name = gem?.dataset['gem'];
  const canoe = name && loads.get(name);
  if (!gem || !canoe) return null;
  const action = `load ${canoe} ${name}`;
  const boats = `[data-canoe="${canoe}"], [data-guide="canoe-${hands.seat() ?? ''}${canoe}"]`;
  return {
    origin: gem,
    picture: () => drawn(gem, 1.5),
    held: (held) => page.querySelector(`[data-canoe="${canoe}"]`)?.toggleAttribute('data-goal', held),
    over: ({ clientX, clientY }) => {
      const [lit] = document.elementsFromPoint(clientX, clientY).flatMap((each) => each.closest(boats) ?? []);
      const drop = (): void => page.querySelector<HTMLElement>(`button[data-action="${action}"]`)?.click();
      return lit ? { lit, action, drop } : null;
    },
  };
}

function cardPicture(button: HTMLElement): HTMLElement | null {
  const face = button.querySelector('svg');
  if (!face) return null;
  const ghost = document.createElement('div');
  const { width } = face.getBoundingClientRect();
  Object.assign(ghost.style, { width: `${width}px`, margin: `${-width}px 0 0 ${-width / 2}px` });
  ghost.style.transformOrigin = `50% ${width}px`;
  ghost.append(face.cloneNode(true));
  return ghost;
}

/** Draw a piece of the board as large as it is there, or a little larger. */
function drawn(piece: SVGGElement, larger: number): SVGElement | null {
  const at = piece.getScreenCTM();
  if (!at) return null;
  const ghost = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const copy = piece.cloneNode(true) as SVGGElement;
  copy.removeAttribute('data-guide');
  copy.style.transform = `matrix(${at.a}, ${at.b}, ${at.c}, ${at.d}, 0, 0) scale(${larger})`;
  ghost.append(copy);
  ghost.setAttribute('width', '1');
  ghost.setAttribute('height', '1');
  ghost.style.transformOrigin = '0 0';
  return ghost;
}

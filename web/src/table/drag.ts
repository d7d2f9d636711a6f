/** Drags a card onto the board, which plays it, or an own canoe to a place, which moves it; by mouse, pen or finger. */

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
  readonly card: string | null;
  readonly canoe: string | null;
  /** Drawing that follows the pointer. */
  readonly picture: () => HTMLElement | SVGElement | null;
}

interface Drag {
  readonly piece: Piece;
  readonly pointer: number;
  readonly x: number;
  readonly y: number;
  ghost: HTMLElement | SVGElement | null;
}

/** So far a tap may slip without being a drag. */
const SLIP = 8;

/** Let cards and canoes below `page` be dragged; the answer ends that. */
export function draggable(page: HTMLElement, hands: Hands): () => void {
  let drag: Drag | null = null;

  function down(event: PointerEvent): void {
    if (!event.isPrimary || event.button !== 0) return;
    const piece = pieceAt(page, hands, event);
    drag = piece && { piece, pointer: event.pointerId, x: event.clientX, y: event.clientY, ghost: null };
  }

  function move(event: PointerEvent): void {
    if (event.pointerId !== drag?.pointer) return;
    const { piece, x, y } = drag;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - x, event.clientY - y) < SLIP) return;
      const ghost = piece.picture();
      if (!ghost) return;
      ghost.classList.add('dragged');
      drag.ghost = page.appendChild(ghost);
      // The piece may be drawn anew meanwhile; and what the pointer was pressed on must not count as tapped.
      page.setPointerCapture(event.pointerId);
      if (piece.canoe) hands.lift(piece.canoe);
      else hands.carry(true);
    }
    drag.ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
    if (piece.canoe) hands.look(under(event)?.closest<SVGElement>('svg [data-action]')?.dataset['action']);
  }

  function up(event: PointerEvent): void {
    if (event.pointerId !== drag?.pointer) return;
    const { piece, ghost } = drag;
    end();
    const target = ghost && under(event)?.closest('.river');
    if (!target) return;
    if (piece.card) hands.play(piece.card);
    // As if it had been tapped there: where it cannot go, the board says why.
    else {
      const { clientX, clientY } = event;
      under(event)?.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX, clientY }));
    }
  }

  function end(): void {
    drag?.ghost?.remove();
    drag = null;
    hands.carry(false);
    hands.look(undefined);
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
  page.addEventListener('pointercancel', end, { signal });
  window.addEventListener('keydown', key, { signal, capture: true });
  return () => {
    end();
    gone.abort();
  };
}

const under = ({ clientX, clientY }: PointerEvent): Element | null => document.elementFromPoint(clientX, clientY);

/** Find what the pointer takes hold of; a canoe may lie under a target for the other one. */
function pieceAt(page: HTMLElement, hands: Hands, event: PointerEvent): Piece | null {
  const button = (event.target as Element).closest<HTMLElement>('[data-card]');
  const card = button?.dataset['card'];
  if (button && card) {
    return hands.playable(card) ? { card, canoe: null, picture: () => cardPicture(button) } : null;
  }
  const canoe = document
    .elementsFromPoint(event.clientX, event.clientY)
    .map((each) => each.closest<SVGElement>('[data-canoe]')?.dataset['canoe'])
    .find((name) => name !== undefined);
  const boat = `[data-guide="canoe-${hands.seat() ?? ''}${canoe ?? ''}"]`;
  return canoe ? { card: null, canoe, picture: () => canoePicture(page.querySelector<SVGGElement>(boat)) } : null;
}

function cardPicture(button: HTMLElement): HTMLElement | null {
  const face = button.querySelector('svg');
  if (!face) return null;
  const ghost = document.createElement('div');
  const { width } = face.getBoundingClientRect();
  Object.assign(ghost.style, { width: `${width}px`, margin: `${-width}px 0 0 ${-width / 2}px` });
  ghost.append(face.cloneNode(true));
  return ghost;
}

function canoePicture(boat: SVGGElement | null): SVGElement | null {
  const at = boat?.getScreenCTM();
  if (!boat || !at) return null;
  const ghost = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const copy = boat.cloneNode(true) as SVGGElement;
  copy.removeAttribute('data-guide');
  copy.style.transform = `matrix(${at.a}, ${at.b}, ${at.c}, ${at.d}, 0, 0) scale(1.15)`;
  ghost.append(copy);
  ghost.setAttribute('width', '1');
  ghost.setAttribute('height', '1');
  return ghost;
}

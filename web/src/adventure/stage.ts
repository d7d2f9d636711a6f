/** Sets a scene: a table without a server, with rivals who keep to what is written. */
import type { Asked as AskedOfBot } from '../offline/asked';
import { type KeptGame, newId } from '../offline/kept';
import { OfflineTable } from '../offline/table.svelte';
import type { Position, Rules } from '../rules/rules';
import { givenBy } from '../rules/setup';
import { type Adventure, askedOf, type Scene } from './scene';

/** Rivals who decide when they are let: not before everything has been seen, and not after the end of their scene. */
class Rivals {
  /** Decides what is due; null: nothing is. */
  #due: (() => void) | null = null;
  readonly #position: Position<unknown>;

  constructor(
    readonly rules: Rules<unknown>,
    readonly scene: Scene,
  ) {
    this.#position = rules.position();
  }

  turn({ record, seat }: Omit<AskedOfBot, 'number'>): Promise<readonly number[]> {
    return new Promise((resolve) => {
      this.#due = () => resolve(this.#decided(record, seat));
    });
  }

  letPlay(): void {
    const due = this.#due;
    this.#due = null;
    due?.();
  }

  /** What is written, decision by decision; where that is not possible, what is listed last: it takes nobody's gem. */
  #decided(record: Uint8Array, seat: number): number[] {
    const { rules, scene } = this;
    const wanted = { ...scene, asked: (scene.rivals[seat] ?? []).map((action) => ({ action })) };
    const position = this.#position;
    rules.put(position, record);
    const turn: number[] = [];
    while (rules.toAct(position) & (1 << seat)) {
      const legal = [...rules.legal(position, seat)].map((id) => ({
        id,
        text: rules.compiled.actions[id]?.text ?? '',
      }));
      const text = askedOf(wanted, legal)?.action;
      const { id = -1 } = legal.find((action) => action.text === text) ?? legal.at(-1) ?? {};
      turn.push(id);
      rules.decide(position, seat, id);
    }
    return turn;
  }
}

export interface Stage {
  readonly id: string;
  readonly table: OfflineTable;
  /** Let a rival decide who is to. */
  readonly letPlay: () => void;
}

/** Set a scene of a game anew, for a player of this name. */
export function setStage(rules: Rules<unknown>, { made, rivals: names }: Adventure, scene: Scene, name: string): Stage {
  const { about } = rules.compiled;
  const rivals = new Rivals(rules, scene);
  const game: KeptGame = {
    id: newId(),
    game: about.game,
    rulesVersion: 0,
    preset: null,
    options: made.options,
    seats: [{ name, bot: null }, ...names.map((rival) => ({ name: rival, bot: rival }))],
    word: null,
    from: {
      rules: about.sources,
      record: made.records[scene.id] ?? '',
      board: null,
      given: givenBy(about, made.options),
    },
    entries: [],
    over: false,
    at: Date.now(),
  };
  const table = new OfflineTable({ game, rules, players: rivals, keep: () => true });
  return { id: game.id, table, letPlay: () => rivals.letPlay() };
}

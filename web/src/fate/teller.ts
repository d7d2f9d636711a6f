/** Tells what may come by a game's own module, from nothing but what somebody may know. */
import type { Fate } from '../boards/fate';
import { placeBoard } from '../rules/board';
import type { Known } from '../rules/drafting';
import { fetchModule } from '../rules/modules';
import { type Position, Rules } from '../rules/rules';

const MODULES = import.meta.glob<string>('../../../src/eddyline/games/*/fate.wasm', {
  eager: true,
  query: '?url',
  import: 'default',
});

export class Teller {
  readonly #position: Position<unknown>;

  private constructor(readonly rules: Rules<unknown>) {
    this.#position = rules.position();
  }

  /** Fetch what tells the fate of a table's game, on its board. */
  static async of({ game, board }: Pick<Known, 'game' | 'board'>): Promise<Teller> {
    const [, url] = Object.entries(MODULES).find(([path]) => path.split('/').at(-2) === game) ?? [];
    const rules = await Rules.bare(await fetchModule(url));
    await placeBoard(rules.compiled, board);
    return new Teller(rules);
  }

  /** Tell what may come of a position; null: nothing is told. */
  fate({ record, seat }: Known): Fate | null {
    this.rules.put(this.#position, record);
    return this.rules.fate(this.#position, seat);
  }
}

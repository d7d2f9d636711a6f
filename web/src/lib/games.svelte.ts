import { ask } from './api';
import type { GameInfo } from '../protocol';

/** The games that this server offers. */
class Games {
  all: readonly GameInfo[] = $state.raw([]);
  error: unknown = $state(null);

  /** Ask the server, unless it has told already. */
  async load(): Promise<void> {
    if (this.all.length > 0) return;
    this.error = null;
    try {
      this.all = await ask('GET /api/games');
    } catch (caught) {
      this.error = caught;
    }
  }

  /** Find what the server says of a game. */
  info(id: string): GameInfo | undefined {
    return this.all.find((game) => game.id === id);
  }

  /** Name the bots that can sit at a table of a game, the recommended one first. */
  bots(game: string): readonly string[] {
    return this.info(game)?.bots ?? [];
  }

  /** Tell whether a bot thinks for as long as its table allows. */
  thinks(game: string, bot: string | null): boolean {
    return bot !== null && (this.info(game)?.thinkers.includes(bot) ?? false);
  }
}

export const games = new Games();

import { ask } from './api';
import type { GameInfo } from '../protocol';
import { files, site } from './root';
import { load, save } from './storage';

const KEY = 'eddyline.games';

/** The games that this server offers, or offered when it could last be asked. */
class Games {
  all: readonly GameInfo[] = $state.raw([]);
  error: unknown = $state(null);

  /** Ask the server, unless it has told already. */
  async load(): Promise<void> {
    if (this.all.length > 0) return;
    this.error = null;
    try {
      this.all = await (site ? listed() : ask('GET /api/games'));
      save(KEY, this.all);
    } catch (caught) {
      this.error = caught;
    }
  }

  /** Those that can be played without a server. */
  get here(): readonly GameInfo[] {
    return this.all.length > 0 ? this.all : load<readonly GameInfo[]>(KEY, []);
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

/** Without a server, they are listed in a file. */
async function listed(): Promise<readonly GameInfo[]> {
  const answer = await fetch(`${files}/games.json`);
  if (!answer.ok) throw new TypeError(`expected games.json, got ${answer.status}`);
  return (await answer.json()) as readonly GameInfo[];
}

export const games = new Games();

import type { ChatClient } from '../chat/chat.svelte';
import { hints } from '../learn/hints';
import { mute } from '../sound/volumes.svelte';
import type { Moment } from './moment.svelte';
import type { TableDialog } from './dialog';

/** What keys do besides deciding; the page brings it. */
export interface Keyboard {
  readonly moment: Moment;
  /** Shows or hides the log. */
  log(open?: boolean): void;
  logOpen(): boolean;
  /** Null: there is nobody to write to. */
  readonly chat: ChatClient | null;
  show(dialog: TableDialog): void;
  picked(): string | null;
  pick(group: string | null): void;
}

/** Do what a key means; false when it means nothing here. */
export function press(key: string, target: HTMLElement, page: Keyboard): boolean {
  const { client } = page.moment;
  const { draft } = client;
  const onButton = target.matches('button, a, [role="button"]');
  switch (key) {
    case 'Enter':
      if (onButton || !draft?.complete || draft.confirmed) return false;
      client.confirm();
      return true;
    case ' ':
      if (onButton || !client.show.playing) return false;
      client.show.skip();
      return true;
    case 'Backspace':
    case 'u':
    case 'U':
      if (draft?.can_undo || draft?.confirmed) client.undo(draft.confirmed);
      return true;
    case 'm':
    case 'M':
      mute();
      return true;
    case 'w':
    case 'W':
      client.show.watchAgain();
      return true;
    case 'l':
    case 'L':
      page.log();
      return true;
    case 't':
    case 'T':
      if (!page.chat) return false;
      page.log(true);
      page.chat.open();
      return true;
    case '?':
      page.show('keys');
      return true;
    case 'r':
    case 'R':
      page.show('sheet');
      return true;
    case 'Escape':
      if (client.show.playing) client.show.skip();
      else if (client.refused || client.because) client.dismiss();
      else if (hints.saying !== null) hints.done(hints.saying);
      else if (page.logOpen() || page.picked() !== null) {
        page.log(false);
        page.pick(null);
      } else return false;
      return true;
  }
  return draft !== null && !client.show.playing && decide(key, target, page);
}

function decide(key: string, target: HTMLElement, { moment, pick }: Keyboard): boolean {
  const { ui, choose, groups, listed } = moment;
  const numbered = listed && /^[1-9]$/.test(key) ? groups.flatMap(({ actions }) => actions)[Number(key) - 1] : null;
  const action = ui.key(key, moment.handLegal, moment.drawn) ?? numbered;
  const piece = key.toLowerCase();
  if (action) {
    // Whoever decides has finished reading the log or the header: the focus goes on to what confirms the turn.
    if (target.closest('[data-holds-focus]')) target.blur();
    choose(action);
  } else if (groups.some(({ id }) => id === piece)) pick(piece);
  else return false;
  return true;
}

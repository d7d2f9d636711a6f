/** What one may ask about while paddling or choosing a card: decisions that are not possible now. */
import { m } from './messages';
import type { CanoeName, PlaceName } from '../../protocol';
import type { Ask } from '../ui';
import type { Setting } from './ui';
import { cardWords, disc } from './labels';
import { GEMS, numberOf, siteBeside } from './places';

const CANOES: readonly CanoeName[] = ['a', 'b'];
const PLACES: readonly PlaceName[] = ['dock', '1', '2', '3', '4', '5', '6L', '7L', '6R', '7R'];
const CARDS = ['cloud', '1', '2', '3', '4', '5', '6'] as const;
const SPIRIT_CARDS = ['7', '123', 'rope'] as const;

/** List such decisions in the order of the dock, the canoes and the river. */
export function askable({ view, legal, complete, name }: Setting): readonly Ask[] {
  if (complete || view.you === null) return [];
  const possible = new Set(legal.map(({ text }) => text));
  const asks: Ask[] = [];
  const add = (action: string, label: string): void => {
    if (!possible.has(action)) asks.push({ action, label });
  };
  if (view.phase === 'cards') {
    for (const card of view.options.spirit_cards ? [...CARDS, ...SPIRIT_CARDS] : CARDS)
      add(`card ${card}`, cardWords(card));
    return asks;
  }
  if (view.phase !== 'paddling') return asks;
  const own = view.players[view.you]?.canoes ?? [];
  for (const canoe of CANOES) {
    const at = own.find((each) => each.name === canoe);
    if (!at || at.place === 'lost') continue;
    const which = `${numberOf(canoe)} · `;
    for (const to of PLACES.filter((each) => each !== at.place))
      add(
        `paddle ${canoe} ${to}`,
        which + (to === 'dock' ? m.board_paddle_dock() : m.board_paddle({ disc: disc(to) })),
      );
    const gem = GEMS[siteBeside(at.place)];
    if (gem) add(`load ${canoe} ${gem}`, which + m.niagara_do_load({ gem: m.niagara_a_gem({ gem }) }));
    for (const cargo of at.cargo)
      add(`unload ${canoe} ${cargo}`, which + m.niagara_do_unload({ gem: m.niagara_the_gem({ gem: cargo }) }));
  }
  for (const { seat, canoes } of view.players) {
    if (seat === view.you) continue;
    for (const { name: canoe, cargo } of canoes)
      for (const gem of cargo)
        add(
          `steal ${seat}${canoe} ${gem}`,
          m.board_steal({ gem: m.niagara_the_gem({ gem }), name: name(seat), canoe: numberOf(canoe) }),
        );
  }
  if (view.moose && view.moose.seat === null)
    for (const canoe of CANOES) add(`moose ${canoe}`, m.niagara_do_moose({ canoe: numberOf(canoe) }));
  if (view.joe?.cargo) add('joe take', m.niagara_do_joe_take({ gem: m.niagara_the_gem({ gem: view.joe.cargo }) }));
  add('stay', m.niagara_do_leave());
  return asks;
}

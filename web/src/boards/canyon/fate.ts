/** Tells what bids still need, who wins the trick as it lies, and which cards can still be beaten. */
import { percent } from '../../fate/percent';
import { isolated } from '../../lib/said';
import { m } from './messages';
import type { CanyonAction, CanyonFate, CanyonView, Need } from '../../protocol';
import type { Fate, Note, Slip } from '../fate';
import type { Naming, Setting as AnySetting, GameFate } from '../ui';
import { cardWords } from './labels';

type Setting = AnySetting<CanyonView, CanyonAction>;

export const fate: GameFate<CanyonView, CanyonAction> = {
  subject(find, setting) {
    const { view } = setting;
    const [card, bid, player] = [find('card'), find('bid'), find('player')];
    if (bid !== undefined && view.phase === 'bids')
      return { action: `bid ${bid}`, slip: ofCanyon((fate) => needSlip(fate, view.you, setting)) };
    if (card !== undefined && view.phase === 'tricks')
      return { action: null, slip: ofCanyon((fate) => cardSlip(fate, card)) };
    if (player !== undefined && (view.phase === 'bids' || view.phase === 'tricks'))
      return { action: null, slip: ofCanyon((fate) => needSlip(fate, Number(player), setting)) };
    return null;
  },
  note: ({ view, complete, name }) =>
    view.phase === 'tricks' && !complete && view.trick.length > 0
      ? (fate) => (fate.game === 'canyon' ? leading(fate, name) : null)
      : null,
};

/** Narrow an answer to this game's. */
const ofCanyon =
  (tell: (fate: CanyonFate) => Slip | null) =>
  (fate: Fate): Slip | null =>
    fate.game === 'canyon' ? tell(fate) : null;

function leading({ leading: best }: CanyonFate, name: Naming): Note | null {
  if (!best) return null;
  const said = { name: name(best.seat), card: cardWords(best.card) };
  const words = best.because === 'trump' ? m.fate_leads_trump(said) : m.fate_leads_led(said);
  return { words, weight: 'known' };
}

function needSlip({ bids }: CanyonFate, seat: number | null, { name }: Setting): Slip | null {
  const need = bids.find((each) => each.seat === seat);
  if (seat === null || !need) return null;
  const note = needWords(need);
  return { title: name(seat), verdict: null, rows: [], note, words: `${isolated(name(seat))}: ${note}` };
}

function needWords({ needs, open, points }: Need): string {
  if (needs < 0 || needs > open) return m.fate_bid_missed();
  return `${m.fate_needs({ needs, open })}. ${m.fate_pays({ points })}.`;
}

function cardSlip({ cards, deals }: CanyonFate, name: string): Slip | null {
  const found = cards.find(({ card }) => card === name);
  if (!found) return null;
  const { share } = found;
  const card = cardWords(name);
  const certain = deals === 1;
  const words = certain
    ? share === 1
      ? m.fate_card_wins({ card })
      : m.fate_card_loses({ card })
    : m.fate_card_says({ card, share: percent(share) });
  return {
    title: card,
    verdict: null,
    rows: certain ? [] : [{ look: 'good', mark: '', label: m.fate_card_holds(), share, aside: '' }],
    note: certain ? words : '',
    words,
  };
}

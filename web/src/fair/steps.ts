import { m } from '../site/messages';
import type { Report } from './chain';
import type { Note } from './notes';

/** One thing that was checked, in plain words. */
export interface Step {
  /** Whether it holds; null: this browser cannot know. */
  readonly holds: boolean | null;
  readonly text: string;
}

type Checked = Extract<Report, { kind: 'checked' }>;

/** Say step by step what was found in a saved game, and whether it agrees with what this browser noted at the table. */
export function steps(report: Checked, note: Note | undefined): Step[] {
  const linked = report.start === report.dealing.commitment;
  return [
    { holds: linked, text: linked ? m.fair_link() : m.fair_link_wrong({ expected: report.start }) },
    remembered(report, note),
    mixed(report, note),
    ...(report.elsewhere > 0 ? [{ holds: null, text: m.fair_elsewhere({ count: report.elsewhere }) }] : []),
    ...dealt(report),
  ];
}

function remembered({ dealing }: Checked, note: Note | undefined): Step {
  if (!note) return { holds: null, text: m.fair_noted_none() };
  if (note.commitment !== dealing.commitment) {
    return { holds: false, text: m.fair_noted_other({ noted: note.commitment }) };
  }
  return { holds: true, text: note.early ? m.fair_noted() : m.fair_noted_late() };
}

function mixed({ dealing }: Checked, note: Note | undefined): Step {
  if (!note?.own) return { holds: null, text: m.fair_own_none() };
  const { seat, word } = note.own;
  const holds = dealing.words[seat] === word;
  return { holds, text: holds ? m.fair_own({ word }) : m.fair_own_wrong({ word }) };
}

function dealt({ count, faults, beyond, dealing }: Checked): Step[] {
  const wrong = faults.map((fault) => ({ holds: false, text: m.fair_words_wrong({ ...fault }) }));
  if (beyond !== null) {
    wrong.unshift({ holds: false, text: m.fair_too_many({ line: beyond, length: dealing.length }) });
  }
  return wrong.length > 0 ? wrong : [{ holds: true, text: m.fair_words({ count }) }];
}

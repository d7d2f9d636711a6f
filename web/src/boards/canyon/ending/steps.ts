import type { CanyonEvent as Event } from '../../../protocol';
import { m } from './messages';

/** Parts a round into its tricks. */
export const steps = {
  of: (round: readonly Event[]): readonly (number | null)[] => {
    let trick = 0;
    return round.map(({ kind }) => {
      if (kind === 'played') return trick;
      return kind === 'trick' ? trick++ : null;
    });
  },
  title: (step: number): string => m.ending_trick({ trick: step + 1 }),
};

/** Says in a few words what a table plays by, and what has been changed of it. */
import type { SetupWords } from '../boards/ui';
import { bundleState, differing } from '../home/wish';
import { list } from '../lib/words';
import { m } from '../lib/messages';
import type { GameInfo, TableInfo } from '../protocol';

type Terms = Pick<TableInfo, 'preset' | 'options'>;

/** Add to the options that differ from a preset those that do not. */
export const filled = (info: GameInfo | undefined, { preset, options }: Terms): Terms => ({
  preset,
  options: { ...info?.presets[preset ?? info.default_preset], ...options },
});

/** List the switches that are on. */
export const switchedOn = ({ options }: Terms): string[] =>
  Object.keys(options).filter((option) => options[option] === true);

/** Say what an option is set to at a table. */
export function valueOf(words: SetupWords, { options }: Terms, option: string): string {
  const value = options[option] ?? '';
  return String(value).includes('\n') ? m.app_map_own() : words.value(option, value);
}

/** Name the preset, and what was added to it or differs from it; a bundle that is on stands for its parts. */
export function termsLine(words: SetupWords, terms: Terms, info: GameInfo | undefined): string {
  const label = (option: string): string => words.option(option).label;
  const whole = Object.keys(info?.bundles ?? {}).filter(
    (bundle) => info && bundleState(info, bundle, terms.options) === 'on',
  );
  const covered = whole.flatMap((bundle) => info?.bundles[bundle] ?? []);
  const others = info ? differing(info, terms.preset, terms.options) : [];
  const parts = [
    ...whole.map(label),
    ...switchedOn(terms)
      .filter((option) => !covered.includes(option))
      .map(label),
    ...others.map((option) => `${label(option)}: ${valueOf(words, terms, option)}`),
  ];
  const preset = terms.preset === null ? m.app_rules() : words.preset(terms.preset).label;
  return parts.length > 0 ? m.waiting_with({ preset, options: list(parts) }) : preset;
}

/** Name what differs between two states of a table's rules; empty where nothing does. */
export function changedTerms(words: SetupWords, before: Terms, after: Terms): string {
  const options = Object.keys(after.options).filter((option) => before.options[option] !== after.options[option]);
  const preset = after.preset !== null && after.preset !== before.preset ? [words.preset(after.preset).label] : [];
  return list([...preset, ...options.map((option) => words.option(option).label)]);
}

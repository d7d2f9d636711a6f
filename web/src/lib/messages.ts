/** Says things in the language spoken. The words of a language are fetched by themselves, those of a game with the game. */
import { getLocale, type Locale } from '../paraglide/runtime.js';
import type { m as Messages } from '../paraglide/messages.js';
import { plural } from './region';
import { said } from './said';

/** What Paraglide makes of the messages of one language. */
type Words = Readonly<Record<string, (inputs: object) => string>>;

type Files = Readonly<Record<string, () => Promise<unknown>>>;

/** Messages that are fetched together: those of the client, or those of a game. */
interface Vocabulary {
  readonly files: Files;
  readonly known: Partial<Record<Locale, Words>>;
}

const vocabularies: Vocabulary[] = [];

/**
 * Make `m` of messages that Paraglide has compiled, of which it has the types. What imports it may speak once it has come
 * by way of `lazy`, or `speak` has been waited for.
 */
export function vocabulary<Messages extends object>(files: Files): Messages {
  const own: Vocabulary = { files, known: {} };
  vocabularies.push(own);
  const say = (key: string, inputs: object): string => {
    const values = Object.entries(inputs).map(([name, value]) => [name, said(value)]);
    return own.known[getLocale()]?.[key]?.(Object.fromEntries(values)) ?? '';
  };
  const made: Record<string, unknown> = {};
  return new Proxy(made, {
    get: (_, key: string) => (made[key] ??= (inputs: object = {}) => say(key, inputs)),
  }) as Messages;
}

async function learn({ files, known }: Vocabulary, locale: Locale): Promise<void> {
  const load = Object.entries(files).find(([path]) => path.endsWith(`/${locale}.js`))?.[1];
  if (!load) throw new Error(`There are no words for the language ${locale}.`);
  // What no sentence need wait for any more: its rules are made once.
  plural(locale, 0);
  known[locale] = (await load()) as Words;
}

/** Fetch what the parts of the client that have come may say, in the language spoken or in another. */
export async function speak(locale?: Locale): Promise<void> {
  const lacking = () => vocabularies.filter(({ known }) => !known[locale ?? getLocale()]);
  // Meanwhile more parts may come, or another language may be chosen.
  while (lacking().length) await Promise.all(lacking().map((each) => learn(each, locale ?? getLocale())));
}

/** What the client itself says. */
export const m = vocabulary<typeof Messages>(import.meta.glob('../paraglide/messages/[a-z]*.js'));

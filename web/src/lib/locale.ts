import { getLocale, locales } from '../paraglide/runtime.js';

// The build puts calls of these into every compiled message; the forms are in the order of `locales`.

/** Make a message that is the same words always. */
export const say =
  (...texts: string[]): (() => string) =>
  () =>
    texts[locales.indexOf(getLocale())] ?? '';

/** Make a message that depends on what it is given. */
export const inLocale =
  <Inputs>(...forms: ((inputs: Inputs) => string)[]): ((inputs: Inputs) => string) =>
  (inputs) =>
    forms[locales.indexOf(getLocale())]?.(inputs) ?? '';

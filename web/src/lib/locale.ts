import { getLocale, type Locale } from '../paraglide/runtime.js';

type Form<Inputs> = (inputs: Inputs) => string;

/** Make one message of its forms in all languages; the build puts calls of this into every compiled message. */
export const inLocale =
  <Inputs>(forms: Record<Locale, Form<Inputs>>): Form<Inputs> =>
  (inputs) =>
    forms[getLocale()](inputs);

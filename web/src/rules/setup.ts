/** Sets games up and redacts their positions, by what a module says of its record. */
import type { OptionValue } from '../protocol';
import type { About } from './compiled';
import type { Position, Rules } from './rules';

type Options = Readonly<Record<string, OptionValue>>;

/** Return the record that a game is set up in; throws a RangeError for options that these rules have no place for. */
export function freshRecord({ game, setup }: About, players: number, options: Options): Uint8Array {
  if (!setup) throw new TypeError(`${game} cannot be set up here`);
  const record = unhex(setup.fresh);
  const view = new DataView(record.buffer);
  view.setInt8(setup.seats, players);
  for (const [name, value] of Object.entries(options)) {
    const places = setup.options[name];
    if (isNumber(places)) {
      if (places[1] === 1) view.setInt8(places[0], Number(value));
      else view.setInt16(places[0], Number(value), true);
      continue;
    }
    const changes = places?.[String(value)];
    if (!changes) throw new RangeError(`${game} has no ${name} ${String(value).slice(0, 40)} here`);
    for (const [at, bits] of changes) record[at] = (record[at] ?? 0) ^ bits;
  }
  return record;
}

/** Tell whether a game can be set up here: these rules have a place for each value of its options. */
export function setsUp({ setup }: About, options: Options): boolean {
  return Object.entries(options).every(([name, value]) => {
    const places = setup?.options[name];
    return isNumber(places) || places?.[String(value)] !== undefined;
  });
}

/** Return the fields of a view that the rules do not fill, as far as options determine them. */
export function givenBy({ setup }: About, options: Options): Record<string, unknown> {
  const changed = Object.entries(options).map(([name, value]) => setup?.gives[name]?.[String(value)]);
  return { options, ...setup?.given, ...Object.assign({}, ...changed) };
}

/** Return what a seat, or with null a spectator, may know of a position. */
export function redacted(rules: Rules<unknown>, position: Position<unknown>, seat: number | null): Uint8Array {
  const { unknown = [], fields = [] } = rules.compiled.about.secret ?? {};
  const record = rules.bytes(position).slice();
  for (const [at, size] of unknown) record.fill(0, at, at + size);
  const hidden = rules.hidden(position);
  for (let bit = 0; hidden >> bit !== 0; bit++) {
    const owner = Math.floor(bit / fields.length);
    const [at, instead] = fields[bit % fields.length] ?? [0, ''];
    if (owner !== seat && (hidden >> bit) & 1) record.set(unhex(instead), at + (owner * instead.length) / 2);
  }
  return record;
}

const isNumber = (places: unknown): places is readonly [number, number] => Array.isArray(places);

const unhex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

import { lazy } from '../lib/lazy.svelte';
import type { Kind } from './mix';

const samples = lazy(() => import('./sample'));

/** Let a kind of sound be heard as loud as it is set now; where that cannot be fetched it is set all the same. */
export const hear = (kind: Kind): Promise<void> =>
  samples.get().then(
    ({ sample }) => sample(kind),
    () => undefined,
  );

/** The landscape and what stands in it, behind the pieces: one chunk of its own, see `pieces`. */
export { default as Berths } from './art/Berths.svelte';
export { default as Clouds } from './art/Clouds.svelte';
export { default as Mist } from './art/Mist.svelte';
export { default as Scenery } from './art/Scenery.svelte';
export { default as Sign } from './art/Sign.svelte';
export { default as Water } from './art/Water.svelte';

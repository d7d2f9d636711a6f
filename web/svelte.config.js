import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

/** @type {import('@sveltejs/vite-plugin-svelte').SvelteConfig} */
export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    runes: true,
    // The default repeats thirteen characters at every element.
    cssHash: ({ hash, css }) => `s${hash(css).slice(0, 5)}`,
  },
};

import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
// Both games draw with it, and each comes in two parts: Vite would give it to some of these parts only.
import './boards/art/palette.css';

import { mount } from 'svelte';

import App from './App.svelte';
import { lazy } from './lib/lazy.svelte';
import { speak } from './lib/messages';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no element with the id "app"');
try {
  await speak();
  mount(App, { target });
  void lazy(() => import('./notice/worker')).want();
} catch {
  // Not one word has arrived, in any language.
  const again = document.createElement('button');
  again.textContent = 'Eddyline: ⟳';
  again.onclick = () => location.reload();
  target.append(again);
}

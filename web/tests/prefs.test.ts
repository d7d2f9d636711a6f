import { afterAll, expect, it, vi } from 'vitest';

async function read(saved: unknown) {
  localStorage.setItem('eddyline.preferences', JSON.stringify(saved));
  vi.resetModules();
  return (await import('../src/lib/prefs.svelte')).prefs;
}

// What has been read here is no other test's.
afterAll(() => void vi.resetModules());

it('keeps what was chosen', async () => {
  const chosen = { theme: 'dark', motion: 'reduced', speed: 'fast', sound: 'soft', autoConfirm: true, name: 'Mika' };
  expect(await read(chosen)).toMatchObject(chosen);
});

it('takes what nobody can choose as if it had never been chosen', async () => {
  const prefs = await read({ theme: 'pink', motion: 3, speed: 'warp', sound: null, autoConfirm: 'yes', name: {} });
  expect(prefs).toMatchObject({ theme: 'system', motion: 'system', speed: 'normal', sound: 'off', autoConfirm: false });
  expect(prefs.name).toBe('');
});

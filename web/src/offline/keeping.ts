/** Has the browser keep all that is needed to play without a network. */
import { files } from '../lib/root';

/** Fetch every file of the client that is not kept yet; resolves to whether all of them are, as far as one can tell. */
export async function keepAll(): Promise<boolean> {
  // Outside of HTTPS and this machine, or where the browser's settings forbid it, there are no workers.
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return false;
  try {
    const { active } = await navigator.serviceWorker.ready;
    const answer = await fetch(`${files}/files.json`);
    if (!answer.ok || !active) return false;
    const names = ((await answer.json()) as string[]).map((name) => new URL(`${files}/${name}`, location.href).href);
    const { port1, port2 } = new MessageChannel();
    const kept = new Promise<boolean>((done) => {
      port1.onmessage = ({ data }) => done(data === true);
    });
    active.postMessage(names, [port2]);
    return await kept;
  } catch {
    return false;
  }
}

import { setMaxListeners } from 'node:events';

const listeners = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls the listener once when the signal aborts, unless the returned function takes it back before. However many listen,
 * the signal has one listener of ours: its own list is searched from the start for each, and warns beyond ten.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  let known = listeners.get(signal);
  if (known === undefined) {
    const all = new Set<() => void>();
    listeners.set(signal, all);
    setMaxListeners(0, signal); // sleeps before a retry listen on their own
    signal.addEventListener('abort', () => [...all].forEach((tell) => tell()), { once: true });
    known = all;
  }
  known.add(listener);
  return () => void known.delete(listener);
}

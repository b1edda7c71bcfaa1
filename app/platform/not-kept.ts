const listeners = new Set<() => void>();

/** Calls back whenever something could not be kept that was to be kept without a word. */
export function onNotKept(listener: () => void): void {
  listeners.add(listener);
}

export function tellNotKept(): void {
  for (const listener of listeners) listener();
}

import { create } from 'zustand';

interface ErrorState {
  /** What the dialog 'Error' tells about, or nothing. */
  readonly error: unknown;
}

export const useErrorStore = create<ErrorState>(() => ({ error: undefined }));

/** Shows an error in the dialog 'Error': a `FudebakoError` in the catalogue's words, anything else as a general failure. */
export function showError(error: unknown): void {
  useErrorStore.setState({ error });
}

/** Closes the dialog and clears the message. */
export function clearError(): void {
  useErrorStore.setState({ error: undefined });
}

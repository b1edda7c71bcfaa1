import { create } from 'zustand';

/** An error, and the file that it is about where there are several. */
interface ShownError {
  readonly error: unknown;
  readonly file?: string | undefined;
}

interface ErrorState {
  /** What the dialog 'Error' tells about; of several files each that failed, otherwise the last. */
  readonly errors: readonly ShownError[];
}

export const useErrorStore = create<ErrorState>(() => ({ errors: [] }));

/**
 * Shows an error in the dialog 'Error': a `FudebakoError` in the catalogue's words, anything else as a general failure.
 * @param file names the file that it is about, where there are several
 */
export function showError(error: unknown, file?: string): void {
  useErrorStore.setState(({ errors }) => {
    const joins = file !== undefined && errors.every((each) => each.file !== undefined);
    return { errors: [...(joins ? errors : []), { error, file }] };
  });
}

/** Closes the dialog and clears the message. */
export function clearError(): void {
  useErrorStore.setState({ errors: [] });
}

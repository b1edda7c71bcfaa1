import { create } from 'zustand';

/** An error for the error dialog, with the name of the file that failed. `opens` is a file for another tool. */
interface ShownError {
  readonly error: unknown;
  readonly file?: string | undefined;
  readonly opens?: File | undefined;
}

interface ErrorState {
  readonly errors: readonly ShownError[];
}

export const useErrorStore = create<ErrorState>(() => ({ errors: [] }));

/**
 * Shows the message of a `FudebakoError`, or a general message for other errors. `failed` is the file that failed, or
 * its name. The dialog offers another tool for a file that this tool doesn't support.
 */
export function showError(error: unknown, failed?: string | File): void {
  const [file, opens] = failed instanceof File ? [failed.name, failed] : [failed];
  useErrorStore.setState(({ errors }) => {
    const joins = file !== undefined && errors.every((each) => each.file !== undefined);
    return { errors: [...(joins ? errors : []), { error, file, opens }] };
  });
}

export function clearError(): void {
  useErrorStore.setState({ errors: [] });
}

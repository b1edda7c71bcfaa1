import { create } from 'zustand';

/** An error for the error dialog. `file` is a file name if the dialog lists several files. */
interface ShownError {
  readonly error: unknown;
  readonly file?: string | undefined;
}

interface ErrorState {
  readonly errors: readonly ShownError[];
}

export const useErrorStore = create<ErrorState>(() => ({ errors: [] }));

/** Shows the message of a `FudebakoError`, or a general message for other errors. `file` names the failed file. */
export function showError(error: unknown, file?: string): void {
  useErrorStore.setState(({ errors }) => {
    const joins = file !== undefined && errors.every((each) => each.file !== undefined);
    return { errors: [...(joins ? errors : []), { error, file }] };
  });
}

export function clearError(): void {
  useErrorStore.setState({ errors: [] });
}

import { create } from 'zustand';

/** An error that the error dialog shows. `file` is the file's name if the dialog lists several files. */
interface ShownError {
  readonly error: unknown;
  readonly file?: string | undefined;
}

interface ErrorState {
  /** Content of the error dialog: one error, or one per failed file. */
  readonly errors: readonly ShownError[];
}

export const useErrorStore = create<ErrorState>(() => ({ errors: [] }));

/** Shows a `FudebakoError`'s message, or else a general message. `file` names one of several files. */
export function showError(error: unknown, file?: string): void {
  useErrorStore.setState(({ errors }) => {
    const joins = file !== undefined && errors.every((each) => each.file !== undefined);
    return { errors: [...(joins ? errors : []), { error, file }] };
  });
}

export function clearError(): void {
  useErrorStore.setState({ errors: [] });
}

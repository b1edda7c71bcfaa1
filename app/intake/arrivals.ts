import { create } from 'zustand';

export type IntakeMethod = 'drop' | 'paste';

/** Handler of the open screen for dropped and pasted files. */
export interface Receiver {
  /** Returns false if the open screen opens none of the files. */
  readonly accepts: (files: readonly File[]) => boolean;
  readonly receive: (files: readonly File[], method: IntakeMethod) => void;
}

/** Files for the screen that opens next; `route` is the screen's address without the slash. */
interface ForwardedFiles {
  readonly route: string;
  readonly files: readonly File[];
  readonly method: IntakeMethod;
}

let receiver: Receiver | undefined;
let forwarded: ForwardedFiles | undefined;

export const currentReceiver = (): Receiver | undefined => receiver;

/** Sets the open screen's file handler. Returns a function that removes the handler. */
export function setReceiver(next: Receiver): () => void {
  receiver = next;
  return () => {
    if (receiver === next) receiver = undefined;
  };
}

/** Passes files to a screen before it opens. */
export const forwardFiles = (next: ForwardedFiles): void => {
  forwarded = next;
};

/** Returns the files passed to this screen. Drops files for other screens. */
export function takeForwardedFiles(route: string): ForwardedFiles | undefined {
  const found = forwarded;
  forwarded = undefined;
  return found?.route === route ? found : undefined;
}

interface OfferState {
  /** Files that the open screen doesn't accept; a dialog asks where to open them. */
  readonly offered: { readonly files: readonly File[]; readonly method: IntakeMethod } | undefined;
}

export const useOfferStore = create<OfferState>(() => ({ offered: undefined }));

export const offerFiles = (files: readonly File[], method: IntakeMethod): void =>
  useOfferStore.setState({ offered: { files, method } });
export const closeOffer = (): void => useOfferStore.setState({ offered: undefined });

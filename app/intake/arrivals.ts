import { create } from 'zustand';

export type IntakeMethod = 'drop' | 'paste';

/** The open screen's file handlers. */
export interface Receiver {
  /** False if only other screens accept the files. */
  readonly wants: (files: readonly File[]) => boolean;
  readonly receive: (files: readonly File[], method: IntakeMethod) => void;
}

/** Files for the next screen; `route` is its address without the slash. */
interface Handover {
  readonly route: string;
  readonly files: readonly File[];
  readonly method: IntakeMethod;
}

let receiver: Receiver | undefined;
let handover: Handover | undefined;

export const currentReceiver = (): Receiver | undefined => receiver;

/** Sets the receiver. Returns a function that removes the receiver. */
export function setReceiver(next: Receiver): () => void {
  receiver = next;
  return () => {
    if (receiver === next) receiver = undefined;
  };
}

/** Passes files to a screen that is about to open. */
export const handOver = (next: Handover): void => {
  handover = next;
};

/** Returns the files passed to this screen. Drops files for other screens. */
export function collectHandover(route: string): Handover | undefined {
  const found = handover;
  handover = undefined;
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

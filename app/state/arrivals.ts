import { create } from 'zustand';

/** How files come to a page without a file picker. */
export type Way = 'drop' | 'paste';

/** The open screen, as far as it takes files. */
export interface Receiver {
  /** False where only other screens open what has come. */
  readonly wants: (files: readonly File[]) => boolean;
  readonly take: (files: readonly File[], way: Way) => void;
}

/** For the next screen, whose address without its slash is `route`. */
interface Handover {
  readonly route: string;
  readonly files: readonly File[];
  readonly way: Way;
}

let receiver: Receiver | undefined;
let handover: Handover | undefined;

export const currentReceiver = (): Receiver | undefined => receiver;

/** @returns takes it back */
export function setReceiver(next: Receiver): () => void {
  receiver = next;
  return () => {
    if (receiver === next) receiver = undefined;
  };
}

/** Leaves files for a screen that is about to open. */
export const handOver = (next: Handover): void => {
  handover = next;
};

/** What was left for this screen; what was left for another is not wanted any more. */
export function collectHandover(route: string): Handover | undefined {
  const found = handover;
  handover = undefined;
  return found?.route === route ? found : undefined;
}

interface OfferState {
  /** Files that have come where nothing takes them: the visitor is asked where to open them. */
  readonly offered: { readonly files: readonly File[]; readonly way: Way } | undefined;
}

export const useOfferStore = create<OfferState>(() => ({ offered: undefined }));

export const offerFiles = (files: readonly File[], way: Way): void =>
  useOfferStore.setState({ offered: { files, way } });
export const closeOffer = (): void => useOfferStore.setState({ offered: undefined });

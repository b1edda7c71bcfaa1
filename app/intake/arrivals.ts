import { create } from 'zustand';
import type { Recipe } from '#core/recipes/recipe.ts';

export type IntakeMethod = 'drop' | 'paste';

export interface Receiver {
  /** Opens files. Returns false if the screen supports none of the files. */
  readonly accepts: (files: readonly File[]) => boolean;
  readonly receive: (files: readonly File[], method: IntakeMethod) => void;
}

/** Files for the screen that opens next. `route` is that screen's address without the slash. */
interface ForwardedFiles {
  readonly route: string;
  readonly files: readonly File[];
  readonly method: IntakeMethod;
  /** Steps to apply to the image once it is open. */
  readonly recipe?: Recipe;
}

let receiver: Receiver | undefined;
let forwarded: ForwardedFiles | undefined;

export const currentReceiver = (): Receiver | undefined => receiver;

export function setReceiver(next: Receiver): () => void {
  receiver = next;
  return () => {
    if (receiver === next) receiver = undefined;
  };
}

export const forwardFiles = (next: ForwardedFiles): void => {
  forwarded = next;
};

/** Returns the files that were stored for this screen, and drops files for other screens. */
export function takeForwardedFiles(route: string): ForwardedFiles | undefined {
  const found = forwarded;
  forwarded = undefined;
  return found?.route === route ? found : undefined;
}

interface OfferState {
  /** Dropped files that the open screen doesn't support. A dialog asks which tool opens the files. */
  readonly offered: { readonly files: readonly File[]; readonly method: IntakeMethod } | undefined;
}

export const useOfferStore = create<OfferState>(() => ({ offered: undefined }));

export const offerFiles = (files: readonly File[], method: IntakeMethod): void =>
  useOfferStore.setState({ offered: { files, method } });
export const closeOffer = (): void => useOfferStore.setState({ offered: undefined });

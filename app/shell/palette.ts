import { create } from 'zustand';

interface PaletteState {
  readonly open: boolean;
  /** What the visitor has typed before the palette has loaded. */
  readonly typed: string;
  /** True if the visitor has pressed Enter before the palette has loaded. */
  readonly entered: boolean;
}

const CLOSED: PaletteState = { open: false, typed: '', entered: false };

export const usePaletteStore = create<PaletteState>(() => CLOSED);

export const openPalette = (): void => usePaletteStore.setState({ open: true });
export const closePalette = (): void => usePaletteStore.setState(CLOSED);
export const togglePalette = (): void => (usePaletteStore.getState().open ? closePalette() : openPalette());

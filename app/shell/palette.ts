import { create } from 'zustand';

interface PaletteState {
  readonly open: boolean;
}

export const usePaletteStore = create<PaletteState>(() => ({ open: false }));

export const openPalette = (): void => usePaletteStore.setState({ open: true });
export const closePalette = (): void => usePaletteStore.setState({ open: false });
export const togglePalette = (): void => usePaletteStore.setState(({ open }) => ({ open: !open }));

import { useToolSettings } from '../../storage/settings.ts';
import type { VideoMaker } from './maker.ts';

/** Tabs with the parts of a video. */
export const makerTabs = ['resolution', 'sound', 'start', 'main', 'end'] as const;
export type MakerTab = (typeof makerTabs)[number];

export interface MakerView {
  readonly tab: MakerTab;
  /** Index of the selected main slot, counted from 0. */
  readonly slot: number;
}

export const useMakerView = ({ tool, mainSlots }: VideoMaker) =>
  useToolSettings<MakerView>(tool, 'view', { tab: 'resolution', slot: 0 }, (stored) => {
    const { tab, slot } = stored as Partial<MakerView>;
    return {
      ...(tab && makerTabs.includes(tab) && { tab }),
      ...(typeof slot === 'number' && slot < mainSlots && { slot }),
    };
  });

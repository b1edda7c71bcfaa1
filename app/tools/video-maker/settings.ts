import { useMemo } from 'react';
import type { FitMode } from '#core/video/plan/fit-modes.ts';
import { useOperationSettings, useToolSettings } from '../../storage/settings.ts';
import { fieldsOf, type MakerSettings, type VideoMaker } from './maker.ts';

/** Unused placeholders for slideshow settings in the video maker with a single image. */
const WITHOUT_SLIDES = { fitMainArray: [] as readonly FitMode[], imageDurationSec: 0, transitionSec: 0 };

/** Changes settings. Quick changes of one `control` share an undo step. */
export type ChangeSettings = (change: Partial<MakerSettings>, control?: string) => void;

export function useMakerSettings(maker: VideoMaker): [MakerSettings, (change: Partial<MakerSettings>) => void] {
  const [settings, change] = useOperationSettings<MakerSettings>(maker.tool, fieldsOf(maker));
  return [useMemo(() => ({ ...WITHOUT_SLIDES, ...settings }), [settings]), change];
}

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

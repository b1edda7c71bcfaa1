import { useEffect, useMemo, useState } from 'react';
import type { Size } from '#core/geometry/point.ts';
import { moves } from '#core/video/moving/settings.ts';
import { playedAudio } from '#core/video/overlay/overlay.ts';
import { showError } from '../../notices/error-queue.ts';
import type { MovingPreview } from './moving-preview.ts';
import type { PreviewPlan } from './preview-plan.ts';
import { useRemovedSilence, useVideoDocument, type VideoScreenWork } from './video-screen-work.ts';

type Preview = typeof import('./moving-preview.ts');

/** Returns what moves over the previewed video; undefined for nothing, and until the audio is read. */
export function useMoving(
  screen: VideoScreenWork,
  plan: PreviewPlan | undefined,
  { width, height }: Size,
): MovingPreview | undefined {
  const { audio, settings } = useVideoDocument(screen);
  const details = screen.audioFiles.useReady(audio?.id);
  const removed = useRemovedSilence(screen);
  const hasWaveform = settings.waveform !== undefined && settings.waveform !== 'none';
  const peaks = screen.finePeaks.useReady(hasWaveform ? audio?.id : undefined);
  const wanted = moves(settings);
  const [preview, setPreview] = useState<Preview>();
  useEffect(() => {
    if (wanted) import('./moving-preview.ts').then(setPreview).catch(showError);
  }, [wanted]);
  return useMemo(() => {
    if (!wanted || !preview || !plan || !details || (hasWaveform && !peaks)) return undefined;
    const { fps, frames } = plan.timeline;
    const { audioOffsetSec } = playedAudio(plan.durations, settings, removed);
    const video = { width, height, fps, frames, timing: settings, durationSec: details.durationSec, audioOffsetSec };
    return preview.previewMoving(settings, video, peaks ?? new Float32Array(0));
  }, [wanted, preview, plan, details, hasWaveform, peaks, settings, removed, width, height]);
}

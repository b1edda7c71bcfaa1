import { rgbaOf } from '../../base/color.ts';
import type { Size } from '../../geometry/point.ts';
import { chromaOf, lumaOf } from '../h264/yuv.ts';
import { imageFrames, type VideoTiming } from '../plan/durations.ts';
import type { MovingDrawing } from './moving.ts';
import type { YuvColor } from './paint.ts';
import { type MovingSettings, moves } from './settings.ts';
import { levelCurve, PEAKS_PER_SEC, placeWaveform } from './waveform.ts';

/** Maximum number of peaks, so that an audio file of any length takes little memory: 11 hours at full precision. */
const MAX_PEAKS = 2_000_000;

/** Returns the number of peaks that a waveform needs of an audio file. */
export const peakCount = (durationSec: number): number =>
  Math.max(1, Math.min(MAX_PEAKS, Math.ceil(durationSec * PEAKS_PER_SEC)));

export interface MovingVideo extends Size {
  readonly fps: number;
  readonly frames: number;
  readonly timing: VideoTiming;
  /** Duration of the audio file. */
  readonly durationSec: number;
  /** Seconds to add to a time in the audio file for the time in the video. */
  readonly audioOffsetSec: number;
}

/** What moves over a video: not over white at its ends and the end card. */
export interface Moving {
  readonly from: number;
  /** Frame after the last. */
  readonly to: number;
  /** Returns what moves over `count` frames of the video from a frame on. */
  drawing(frame: number, count: number): MovingDrawing;
}

/** Plans what moves over a video; `undefined` for nothing. `peaks` are of `peakCount` equal parts of the audio file. */
export function planMoving(settings: MovingSettings, video: MovingVideo, peaks: Float32Array): Moving | undefined {
  if (!moves(settings)) return undefined;
  const { waveform = 'none', waveformSize = 20, waveformPlace = 'bottom', progressBar = false } = settings;
  const { fps, timing, durationSec, audioOffsetSec } = video;
  const { from, to } = imageFrames(timing, video);
  const shape = waveform === 'none' ? undefined : placeWaveform(video, waveform, waveformSize, waveformPlace);
  const curve = levelCurve(peaks, durationSec);
  const color = yuvColor(settings.waveformColor ?? '#ffffff');
  return {
    from,
    to,
    drawing(frame, count) {
      const levels = new Float32Array((shape?.points ?? 0) * count);
      const played = new Float32Array(progressBar ? count : 0);
      for (let index = 0; index < count; index++) {
        if (shape) levels.set(curve.around((frame + index) / fps - audioOffsetSec, shape.points), index * shape.points);
        if (progressBar) played[index] = to - from < 2 ? 1 : (frame + index - from) / (to - from - 1);
      }
      return { color, waveform: shape, levels, played };
    },
  };
}

function yuvColor(color: string): YuvColor {
  const [r, g, b, alpha] = rgbaOf(color);
  return { luma: lumaOf(r, g, b), ...chromaOf(4 * r, 4 * g, 4 * b), opacity: alpha / 255 };
}

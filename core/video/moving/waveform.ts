import type { Size } from '../../geometry/point.ts';
import type { Stroke } from './paint.ts';
import type { WaveformKind, WaveformPlace } from './settings.ts';

/** A waveform in a frame, in pixels. */
export interface WaveformShape extends Size {
  readonly kind: WaveformKind;
  /** Center of the waveform. */
  readonly x: number;
  readonly y: number;
  /** Number of bars, or of points of the line. */
  readonly points: number;
  /** Half of the thickness of bars and lines. */
  readonly radius: number;
}

/** Width of a waveform, and its distance to the upper or lower edge, as fractions of the frame. */
const WIDTH = 0.8;
const MARGIN = 0.07;

const POINTS = 48;
/** Circles have more room for bars than their width. */
const CIRCLE_POINTS = 72;
/** Radius of a circle's silent waveform as a fraction of its outer radius. */
const INNER_RADIUS = 0.62;

/** @param sizePercent height of the waveform, or diameter of the circle, in percent of the frame's height */
export function placeWaveform(
  frame: Size,
  kind: WaveformKind,
  sizePercent: number,
  place: WaveformPlace,
): WaveformShape {
  const isCircle = kind === 'circle';
  const wanted = 2 * Math.round((frame.height * sizePercent) / 200);
  const height = isCircle ? Math.min(wanted, 2 * Math.round(frame.width * (0.5 - MARGIN))) : wanted;
  const width = isCircle ? height : 2 * Math.round((frame.width * WIDTH) / 2);
  const margin = Math.round(frame.height * MARGIN);
  const middle = frame.height / 2;
  const y = place === 'middle' ? middle : Math.min(margin + height / 2, middle);
  const points = isCircle ? CIRCLE_POINTS : POINTS;
  const pitch = isCircle ? (Math.PI * height * INNER_RADIUS) / points : width / points;
  const radius = kind === 'line' ? Math.max(1.5, frame.height / 360) : Math.max(1, Math.floor(pitch * 0.3));
  return { kind, x: frame.width / 2, y: place === 'bottom' ? frame.height - y : y, width, height, points, radius };
}

/** Returns the lines of a waveform for the level (0 to 1) of each point. */
export function waveformStrokes(shape: WaveformShape, levels: Float32Array): Stroke[] {
  const { kind, x, y, width, height, points, radius } = shape;
  const pitch = width / points;
  const left = x - width / 2 + pitch / 2;
  const level = (index: number) => Math.max(0, Math.min(1, levels[index] ?? 0));
  if (kind === 'line') {
    const heightAt = (index: number) => y + (index % 2 ? 1 : -1) * level(index) * (height / 2 - radius);
    return Array.from({ length: points - 1 }, (_, index) => ({
      x0: left + index * pitch,
      y0: heightAt(index),
      x1: left + (index + 1) * pitch,
      y1: heightAt(index + 1),
      radius,
    }));
  }
  return Array.from({ length: points }, (_, index): Stroke => {
    if (kind === 'circle') {
      const angle = (2 * Math.PI * index) / points - Math.PI / 2;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      const inner = (height / 2) * INNER_RADIUS;
      const outer = inner + level(index) * Math.max(0, height / 2 - radius - inner);
      return { x0: x + cos * inner, y0: y + sin * inner, x1: x + cos * outer, y1: y + sin * outer, radius };
    }
    const center = Math.round(left + index * pitch);
    // Ends move by even numbers of pixels, so that the encoder can move blocks of chroma by whole pixels.
    const length = 4 * Math.round((level(index) * Math.max(0, height - 2 * radius)) / 4);
    const bottom = kind === 'bars' ? y + height / 2 - radius : y + length / 2;
    return { x0: center, y0: bottom - length, x1: center, y1: bottom, radius };
  });
}

/** Seconds of audio that a waveform shows, half of them before the current time. */
export const WINDOW_SEC = 4;

/** Peaks that a waveform reads of each second of audio. */
export const PEAKS_PER_SEC = 50;

/** Loudness of an audio file over time, for waveforms. */
export interface LevelCurve {
  /** Returns the levels, 0 to 1 of the loudest, of `points` equal parts of the window around a time in the file. */
  around(timeSec: number, points: number): Float32Array<ArrayBuffer>;
}

/** @param peaks peak levels, 0 to 1, of equal sections of `durationSec` seconds */
export function levelCurve(peaks: Float32Array, durationSec: number): LevelCurve {
  // Means over a window that moves with time change evenly, so the waveform doesn't flicker.
  const sums = new Float64Array(peaks.length + 1);
  let loudest = 0;
  for (const [index, peak] of peaks.entries()) {
    sums[index + 1] = (sums[index] as number) + peak;
    loudest = Math.max(loudest, peak);
  }
  const sumUntil = (timeSec: number) => {
    const at = Math.max(0, Math.min(peaks.length, (timeSec / durationSec) * peaks.length));
    const whole = Math.min(peaks.length - 1, Math.floor(at));
    return (sums[whole] as number) + (at - whole) * (peaks[whole] as number);
  };
  return {
    around(timeSec, points) {
      const step = WINDOW_SEC / points;
      const scale = loudest > 0 ? peaks.length / durationSec : 0;
      return Float32Array.from({ length: points }, (_, index) => {
        const from = timeSec - WINDOW_SEC / 2 + index * step;
        const [start, end] = [Math.max(0, from), Math.min(durationSec, from + step)];
        if (end <= start || scale === 0) return 0;
        return (sumUntil(end) - sumUntil(start)) / (step * scale * loudest);
      });
    },
  };
}

import { ParameterError } from '../../base/errors.ts';
import { choice, number } from '../../parameters/fields.ts';

/** What a text that appears letter by letter is written as, by extension, and at how many frames a second. */
export const filmFormats = {
  mp4: { fps: 15, maxFps: 30 },
  gif: { fps: 7, maxFps: 15 },
} as const;

export type FilmFormat = keyof typeof filmFormats;

export const filmExtensions = ['mp4', 'gif'] as const satisfies readonly FilmFormat[];

/** The parameters that a film has besides those of its picture. */
export const filmFields = {
  format: choice({ options: filmExtensions, default: 'mp4' }),
  /** Unless told, what `filmFormats` says. */
  fps: number({ min: 1, max: filmFormats.mp4.maxFps, fractionDigits: 0, integerDigits: 2, unit: 'fps' }),
};

/** @throws ParameterError for more frames a second than the format has */
export function checkFilm({ format, fps }: { readonly format: FilmFormat; readonly fps?: number | undefined }): void {
  const { maxFps } = filmFormats[format];
  if (fps !== undefined && fps > maxFps) throw new ParameterError('fps', { min: 1, max: maxFps }, fps);
}

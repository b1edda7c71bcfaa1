import type { Cue } from './captions.ts';

/** Formats a time, such as 3723.5 to `01:02:03.500`. */
function captionTime(seconds: number, point: '.' | ','): string {
  const milliseconds = Math.max(0, Math.round(seconds * 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(milliseconds / 3_600_000), Math.floor(milliseconds / 60_000) % 60];
  const rest = `${two(Math.floor(milliseconds / 1000) % 60)}${point}${String(milliseconds % 1000).padStart(3, '0')}`;
  return `${two(hours)}:${two(minutes)}:${rest}`;
}

/** Escapes what WebVTT reads as markup, and `{\\`, which players read as the markup of SubRip. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('{\\', '&#123;\\');

export const vttCue = (cue: Cue): string => `${timing(cue, '.')}\n${escaped(cue.text)}`;

/** Returns captions as WebVTT. `parseCaptions` reads the same captions from it. */
export const writeVtt = (cues: readonly Cue[]): string => `${['WEBVTT', ...cues.map(vttCue)].join('\n\n')}\n`;

/** Returns captions as SubRip, which has no way to escape markup. */
export const writeSrt = (cues: readonly Cue[]): string =>
  cues.map((cue, index) => `${index + 1}\n${timing(cue, ',')}\n${cue.text}\n`).join('\n');

const timing = ({ start, end }: Cue, point: '.' | ',') => `${captionTime(start, point)} --> ${captionTime(end, point)}`;

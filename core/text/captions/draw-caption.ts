import type { SourceFile } from '../../base/files.ts';
import { fontLibrary } from '../../fonts/library.ts';
import { readOwnFont } from '../../fonts/own.ts';
import type { Size } from '../../geometry/point.ts';
import type { Platform } from '../../platform/platform.ts';
import type { OverlayPatch } from '../../video/overlay/overlay.ts';
import { composeCaption, paintCaption } from './caption-scene.ts';
import type { CaptionStyle } from './caption-style.ts';
import { clearOfWaveform } from './clear-of-waveform.ts';
import { composeTitle, type PlacedTitle } from './video-title.ts';

/** A frame whose captions are drawn. */
export interface CaptionFrame {
  readonly size: Size;
  /** Size of the result relative to the frame, such as a preview. */
  readonly scale: number;
  readonly style: CaptionStyle;
  /** Title, and waveform that the captions must not cover. */
  readonly title?: PlacedTitle;
}

/** Draws a caption for a frame. Throws FudebakoError `fontUnknown`, `fontType`, `fontLoad`. */
export async function drawCaption(
  text: string,
  { size, scale, style, title = {} }: CaptionFrame,
  fonts: readonly SourceFile[],
  platform: Platform,
): Promise<readonly OverlayPatch[]> {
  const ownFonts = await Promise.all(fonts.map(readOwnFont));
  const library = fontLibrary(platform.fonts);
  await library.openOwnFonts(ownFonts);
  const placed = clearOfWaveform(style, title, size);
  return paintCaption(await composeCaption(text, placed, size, { library, ownFonts }), size, platform, scale);
}

/** Draws title and artist for a frame. */
export async function drawTitle(
  settings: PlacedTitle,
  { size, scale }: Pick<CaptionFrame, 'size' | 'scale'>,
  platform: Platform,
): Promise<readonly OverlayPatch[]> {
  const scene = await composeTitle(settings, size, { library: fontLibrary(platform.fonts), ownFonts: [] });
  return paintCaption(scene, size, platform, scale);
}

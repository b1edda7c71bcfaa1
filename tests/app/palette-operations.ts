import { type ScreenRoute, toolOf } from '#app/tools/catalog.ts';
import type { OperationId } from '#core/operations/index.ts';

/** Operations that a screen offers, but its manifest doesn't name. `play` is the player, which is no operation. */
const ALSO: Readonly<Partial<Record<ScreenRoute, readonly (OperationId | 'play')[]>>> = {
  format_converter: ['remove-background', 'join', 'animate-images', 'extract-frames', 'images-to-pdf', 'watermark'],
  cropper: ['trim', 'rotate'],
  scaler: ['pad'],
  blur_sharpen: ['redact'],
  horizontal_editor: ['animate-horizontal'],
  editor: ['animate-vertical'],
  video_playback: ['play', 'extract-frame', 'extract-clip', 'extract-audio'],
  audio_converter: ['extract-audio'],
};

/** Returns the operations that the visitor can do on a screen. */
export const can = (route: ScreenRoute): readonly string[] => {
  const { operation, alsoEdits = [] } = toolOf(route) ?? {};
  return [...(operation ? [operation] : []), ...alsoEdits, ...(ALSO[route] ?? [])];
};

import type { Context2D } from '../platform/canvas.ts';

/** An emoji in the middle of a square cell; lengths are in pixels. */
export interface Emoji {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly sizePx: number;
}

export const EMOJI_FONTS = '"Noto Color Emoji", "Apple Color Emoji", "Segoe UI Emoji", sans-serif';

/** Draws an emoji with the platform's emoji font, shrunk to fit the cell. */
export function paintEmoji({ text, x, y, sizePx }: Emoji, context: Context2D): void {
  context.save();
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.font = `${sizePx}px ${EMOJI_FONTS}`;
  const { width } = context.measureText(text);
  context.translate(x, y);
  const scale = width > sizePx ? sizePx / width : 1;
  context.scale(scale, scale);
  context.fillText(text, 0, 0);
  context.restore();
}

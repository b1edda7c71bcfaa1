import type { Size } from '../geometry/point.ts';
import { MARK_MARGIN_PX, markPlace } from '../image/mark.ts';
import type { TextArea } from './layout-style.ts';
import type { HorizontalStyle, VerticalStyle } from './settings.ts';

/** Default distance of the horizontal editor's author from the lower edge, in percent of the image's height. */
const AUTHOR_PADDING_PCT_H = 2;

/** Areas of main text and author in image pixels. The preview shows these areas as guides. */
export interface TextPageAreas {
  readonly main: TextArea;
  readonly author: TextArea;
}

/** Returns the text areas of the horizontal editor. The author, at the right, avoids the watermark. */
export function horizontalTextAreas(style: HorizontalStyle, size: Size, watermark: boolean): TextPageAreas {
  const { paddingPctH = AUTHOR_PADDING_PCT_H } = style.author;
  const author = paddedArea({ ...style.author, paddingPctH }, size);
  return { main: paddedArea(style.main, size), author: aboveWatermark(author, size, watermark) };
}

/** Returns the text areas of the vertical editor. The main text, which begins at the right, avoids the watermark. */
export function verticalTextAreas(style: VerticalStyle, size: Size, watermark: boolean): TextPageAreas {
  return {
    main: aboveWatermark(paddedArea(style.main, size), size, watermark),
    author: paddedArea(style.author, size),
  };
}

function aboveWatermark(area: TextArea, size: Size, watermark: boolean): TextArea {
  if (!watermark) return area;
  const height = markPlace(size).y - MARK_MARGIN_PX - area.top;
  return { ...area, height: Math.max(0, Math.min(area.height, height)) };
}

function paddedArea(style: { paddingPctW: number; paddingPctH: number }, { width, height }: Size): TextArea {
  const [x, y] = [(width * style.paddingPctW) / 100, (height * style.paddingPctH) / 100];
  return { left: x, top: y, width: Math.max(0, width - 2 * x), height: Math.max(0, height - 2 * y) };
}

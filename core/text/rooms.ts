import type { Size } from '../geometry/point.ts';
import { MARK_MARGIN_PX, markPlace } from '../image/mark.ts';
import type { Room } from './layout-style.ts';
import type { HorizontalStyle, VerticalStyle } from './settings.ts';

/** Default distance of the horizontal editor's author from the lower edge, in percent of the image's height. */
const AUTHOR_PADDING_PCT_H = 2;

/** Areas of main text and author in image pixels. The preview shows these areas as guides. */
export interface TextPageRooms {
  readonly main: Room;
  readonly author: Room;
}

/** Returns the text areas of the horizontal editor. The author, at the right, avoids the watermark. */
export function horizontalRooms(style: HorizontalStyle, size: Size, watermark: boolean): TextPageRooms {
  const { paddingPctH = AUTHOR_PADDING_PCT_H } = style.author;
  const author = paddedRoom({ ...style.author, paddingPctH }, size);
  return { main: paddedRoom(style.main, size), author: aboveMark(author, size, watermark) };
}

/** Returns the text areas of the vertical editor. The main text, which begins at the right, avoids the watermark. */
export function verticalRooms(style: VerticalStyle, size: Size, watermark: boolean): TextPageRooms {
  return { main: aboveMark(paddedRoom(style.main, size), size, watermark), author: paddedRoom(style.author, size) };
}

function aboveMark(room: Room, size: Size, watermark: boolean): Room {
  if (!watermark) return room;
  const height = markPlace(size).y - MARK_MARGIN_PX - room.top;
  return { ...room, height: Math.max(0, Math.min(room.height, height)) };
}

function paddedRoom(style: { paddingPctW: number; paddingPctH: number }, { width, height }: Size): Room {
  const [x, y] = [(width * style.paddingPctW) / 100, (height * style.paddingPctH) / 100];
  return { left: x, top: y, width: Math.max(0, width - 2 * x), height: Math.max(0, height - 2 * y) };
}

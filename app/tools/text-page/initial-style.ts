import type { Box } from '#core/geometry/box.ts';
import type { Size } from '#core/geometry/point.ts';
import { parseParameters } from '#core/parameters/parse.ts';
import { type Anchor, anchoredFrame } from '#core/text/anchor.ts';
import { newTextFamily, newTextGapEm } from '#core/text/new-text.ts';
import { ReadableColors } from '../../image-tool/readable-color.ts';
import { currentLanguage } from '../../locales/i18n.ts';
import { type PageFields, type PagePartStyle, type PageText, pageParts } from './text-page.ts';

export const defaultStyle = (fields: PageFields['main']): PagePartStyle => parseParameters(fields, {}) as PagePartStyle;

export interface InitialStyle {
  readonly colors: readonly ReadableColors<PageText>[];
  /** Styles a text at its first characters, unless its style was changed. `look` adds the style of a sample text. */
  readonly begin: (part: PageText, tab: number, look?: Partial<PagePartStyle>) => PageText;
  /** Updates the automatic style after a change of the main text or author. */
  readonly complete: (next: PageText, before: PageText, tab: number) => PageText;
}

export function createInitialStyle(fields: PageFields, isVertical: boolean): InitialStyle {
  const looks = pageParts.map((part) => defaultStyle(fields[part]));
  const unchanged = looks.map((look) => JSON.stringify(look));
  const colors = looks.map(
    (look, tab) =>
      new ReadableColors<PageText>({
        get: ({ style }) => style.textColor,
        set: (part, textColor, isDark) => {
          const outlineTextColor = isDark ? look.outlineTextColor : look.textColor;
          return { ...part, style: { ...part.style, textColor, outlineTextColor } };
        },
        dark: () => look.textColor,
        place: ({ style }, size) =>
          style.anchor === 'none' ? partPlace(tab === 0, isVertical, size) : placeAt(style.anchor, size),
      }),
  );
  const begin = (part: PageText, tab: number, look?: Partial<PagePartStyle>): PageText => {
    if (JSON.stringify(part.style) !== unchanged[tab]) return part;
    const { fontFamily, charGapEm } = part.style;
    const style = {
      ...part.style,
      fontFamily: newTextFamily(part.text, fontFamily, currentLanguage() === 'ja'),
      charGapEm: newTextGapEm(part.text, charGapEm),
      shrinkToFit: true,
      ...look,
    };
    return colors[tab]?.choose({ ...part, style }) ?? part;
  };
  return {
    colors,
    begin,
    complete: (next, before, tab) =>
      before.text.trim() === '' && next.text.trim() !== '' && next.style === before.style
        ? begin(next, tab)
        : (colors[tab]?.follow(next, before) ?? next),
  };
}

/** Returns the quarter of the image that surrounds an anchor. */
function placeAt(anchor: Anchor, { width, height }: Size): Box {
  const frame = anchoredFrame({ width, height: height / 2 }, anchor, width / height);
  const top = anchoredFrame({ width: width / 2, height }, anchor, width / height).top;
  return { left: frame.left, right: frame.left + width / 2, top, bottom: top + height / 2 };
}

/** Returns the approximate area of a text. Horizontal text starts at the top, vertical text at the right. */
function partPlace(isMain: boolean, isVertical: boolean, { width, height }: Size): Box {
  const [middleX, middleY] = [width / 2, height / 2];
  const whole = { top: 0, left: 0, bottom: height, right: width };
  if (isMain) return isVertical ? { ...whole, left: middleX } : { ...whole, bottom: middleY };
  return isVertical ? { ...whole, top: middleY, right: middleX } : { ...whole, left: middleX };
}

import { lazy, Suspense } from 'react';
import { LOOK_FIELDS, type LookStyle, PAPER, type TextLookId, textLookIds } from './text-looks.ts';

const TextLooks = lazy(() => import('./TextLooks.tsx'));

interface LazyTextLooksProps {
  readonly style: LookStyle;
  /** Words that the thumbnails show. */
  readonly words: string;
  /** Font size of the text in image pixels, to which the outline's width refers. */
  readonly fontPx: number;
  readonly styleIn: (look: TextLookId) => LookStyle;
  readonly onChoose: (look: TextLookId) => void;
}

/** Six looks as thumbnails in the visitor's own words. */
export function LazyTextLooks({ style, styleIn, ...rest }: LazyTextLooksProps) {
  const now = JSON.stringify(lookOf(style));
  const looks = textLookIds.map((id) => {
    const look = lookOf(styleIn(id));
    const isLight = look.textColor === PAPER && look.outlineTextWidth === 0 && look.backing === 'none';
    return { id, style: look, isChosen: JSON.stringify(look) === now, isLight };
  });
  return (
    <Suspense fallback={<div className="text-looks" />}>
      <TextLooks {...rest} looks={looks} />
    </Suspense>
  );
}

const lookOf = (style: LookStyle): LookStyle =>
  Object.fromEntries(LOOK_FIELDS.map((name) => [name, style[name]])) as unknown as LookStyle;

import './text-looks.css';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseParameters } from '#core/parameters/parse.ts';
import { advancedText, pointsToPx } from '#core/text/settings.ts';
import type { TextWork } from '#core/text/write.ts';
import { textPainter } from '../workers/text-painter-client.ts';
import type { LookStyle, TextLookId } from './text-looks.ts';

interface Look {
  readonly id: TextLookId;
  readonly style: LookStyle;
  readonly isChosen: boolean;
  /** True for light letters, which only a dark thumbnail shows. */
  readonly isLight: boolean;
}

interface TextLooksProps {
  readonly looks: readonly Look[];
  readonly words: string;
  readonly fontPx: number;
  readonly onChoose: (look: TextLookId) => void;
}

export default function TextLooks({ looks, words, fontPx, onChoose }: TextLooksProps) {
  const { t } = useTranslation(['app', 'stage']);
  return (
    <fieldset className="text-looks" aria-label={t('stage:looks.title')}>
      {looks.map(({ id, isChosen, ...look }) => (
        <button key={id} type="button" className="text-look" aria-pressed={isChosen} onClick={() => onChoose(id)}>
          <Thumbnail {...look} words={words} fontPx={fontPx} />
          <span>{t(`stage:looks.${id}`)}</span>
        </button>
      ))}
    </fieldset>
  );
}

/** Size of a thumbnail in CSS pixels, and canvas pixels per CSS pixel. */
const SIZE = { width: 96, height: 44 };
const SCALE = 2;
const FONT_PT = 20;
/** Time without typing after which the thumbnails show new words. */
const WAIT_MS = 300;

const DEFAULT_TEXT = parseParameters(advancedText, {});

function workOf(style: LookStyle, words: string, fontPx: number): TextWork {
  const width = (style.outlineTextWidth * pointsToPx(FONT_PT)) / fontPx;
  const text = {
    ...DEFAULT_TEXT,
    ...style,
    text: words,
    fontPt: FONT_PT,
    charGapEm: 0,
    vAlign: 'middle' as const,
    shrinkToFit: true,
    outlineTextWidth: style.outlineTextWidth > 0 ? Math.max(1, Math.round(width)) : 0,
  };
  return { kind: 'texts', texts: [text] };
}

type ThumbnailProps = Pick<Look, 'style' | 'isLight'> & Pick<TextLooksProps, 'words' | 'fontPx'>;

function Thumbnail({ style, isLight, words, fontPx }: ThumbnailProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isDrawn, setIsDrawn] = useState(false);
  const key = JSON.stringify(workOf(style, words, fontPx));
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      drawn(key)
        .then((bitmap) => {
          if (!isCurrent) return;
          show(canvas.current, bitmap);
          setIsDrawn(true);
        })
        // A look whose font is not available keeps its words in the interface's font.
        .catch(() => undefined);
    }, WAIT_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [key]);
  return (
    <>
      <canvas
        ref={canvas}
        aria-hidden
        data-light={isLight || undefined}
        width={SIZE.width * SCALE}
        height={SIZE.height * SCALE}
      />
      {!isDrawn && (
        <span aria-hidden className="text-look-words" data-light={isLight || undefined}>
          {words}
        </span>
      )}
    </>
  );
}

/** Drawings of the last words, so that a tab that opens again shows its thumbnails at once. */
const drawings = new Map<string, Promise<ImageBitmap>>();
const MAX_DRAWINGS = 36;

function drawn(key: string): Promise<ImageBitmap> {
  const known = drawings.get(key);
  if (known) return known;
  const drawing = textPainter.paint(JSON.parse(key) as TextWork, SIZE, SCALE).then(({ bitmap }) => bitmap);
  drawings.set(key, drawing);
  drawing.catch(() => drawings.delete(key));
  const [oldest] = drawings.keys();
  if (drawings.size > MAX_DRAWINGS && oldest !== undefined) {
    void drawings.get(oldest)?.then((bitmap) => bitmap.close());
    drawings.delete(oldest);
  }
  return drawing;
}

function show(canvas: HTMLCanvasElement | null, bitmap: ImageBitmap): void {
  const context = canvas?.getContext('2d');
  if (!canvas || !context) return;
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0);
}

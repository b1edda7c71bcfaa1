import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Box, boxHeight, boxWidth } from '#core/geometry/box.ts';
import { MAX_STORED_TEXT_LENGTH } from '#core/text/prepare.ts';
import { isComposing } from '../keys.ts';
import './in-place-text.css';

export interface InPlaceLook {
  readonly fontPx: number;
  readonly charGapEm: number;
  readonly lineGapEm: number;
  readonly fontFamily: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly vertical: boolean;
  readonly align: 'left' | 'center' | 'right';
  readonly vAlign: 'top' | 'middle' | 'bottom';
  readonly color: string;
  readonly outlineColor: string;
  readonly outlineWidthPx: number;
}

interface InPlaceTextProps {
  readonly label: string;
  readonly hint: string;
  readonly text: string;
  readonly maxLength?: number;
  readonly look: InPlaceLook;
  /** Box of the text in image pixels, before rotation. */
  readonly box: Box;
  readonly rotation: number;
  readonly scale: number;
  readonly onInput: (text: string) => void;
  /** Called with the new text, or `undefined` to discard it. If a key ended the edit (`byKey`), focuses the stage. */
  readonly onEnd: (text: string | undefined, byKey: boolean) => void;
}

const MIN_FONT_PX = 16;

const ALONG = { left: 'start', center: 'center', right: 'end', top: 'start', middle: 'center', bottom: 'end' } as const;

/** Text field for editing a text on the image. Escape cancels. Ctrl/Cmd+Enter or a press outside commits. */
export function InPlaceText({
  label,
  hint,
  text,
  maxLength = MAX_STORED_TEXT_LENGTH,
  look,
  box,
  rotation,
  scale,
  onInput,
  onEnd,
}: InPlaceTextProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const ended = useRef(false);
  const latest = useRef(onEnd);
  latest.current = onEnd;
  const end = (newText: string | undefined, byKey = false) => {
    if (ended.current) return;
    ended.current = true;
    latest.current(newText, byKey);
  };
  const ending = useRef(end);
  ending.current = end;

  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.focus({ preventScroll: true });
    element.setSelectionRange(element.value.length, element.value.length);
    const onPress = ({ target }: PointerEvent) => {
      if (target !== element) ending.current(element.value);
    };
    window.addEventListener('pointerdown', onPress, { capture: true });
    return () => window.removeEventListener('pointerdown', onPress, { capture: true });
  }, []);
  useEffect(() => {
    const element = field.current;
    return () => {
      // Commits the text if the screen closes during the edit.
      if (element && !element.isConnected) ending.current(element.value);
    };
  }, []);

  const { vertical, align, vAlign } = look;
  const fontPx = Math.max(MIN_FONT_PX, look.fontPx * scale);
  // CSS adds half of the line gap above the first line; painted text has no such gap.
  const lead = -(look.lineGapEm * fontPx) / 2;
  return (
    <div
      className="in-place"
      style={{
        left: box.left * scale,
        top: box.top * scale,
        width: boxWidth(box) * scale,
        height: boxHeight(box) * scale,
        rotate: `${rotation}deg`,
        alignItems: ALONG[vertical ? align : vAlign],
        justifyContent: ALONG[vertical ? vAlign : align],
        flexDirection: vertical ? 'column' : 'row',
      }}
    >
      <textarea
        ref={field}
        className="in-place-text"
        aria-label={label}
        aria-description={hint}
        dir="auto"
        rows={1}
        spellCheck={false}
        maxLength={maxLength}
        defaultValue={text}
        style={{
          fontFamily: look.fontFamily,
          fontSize: fontPx,
          fontWeight: look.bold ? 700 : 400,
          fontStyle: look.italic ? 'italic' : 'normal',
          lineHeight: 1 + look.lineGapEm,
          letterSpacing: `${look.charGapEm}em`,
          color: look.color,
          WebkitTextStroke:
            look.outlineWidthPx > 0 ? `${2 * look.outlineWidthPx * scale}px ${look.outlineColor}` : undefined,
          writingMode: vertical ? 'vertical-rl' : undefined,
          textAlign: ALONG[vertical ? vAlign : align],
          marginBlock: lead,
        }}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
        onBlur={({ currentTarget }) => {
          if (document.hasFocus()) end(currentTarget.value);
        }}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (isComposing(event.nativeEvent)) return;
          if (event.key === 'Escape') end(undefined, true);
          else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            end(event.currentTarget.value, true);
          }
        }}
      />
    </div>
  );
}

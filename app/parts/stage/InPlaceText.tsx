import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Box, boxHeight, boxWidth } from '#core/geometry/box.ts';
import { MAX_KEPT_TEXT_LENGTH } from '#core/text/prepare.ts';
import { isComposing } from '../../state/shortcuts.ts';
import './in-place-text.css';

/** How a text looks while it is written in its place: near what is painted of it. */
export interface InPlaceLook {
  readonly fontPx: number;
  readonly charGapEm: number;
  readonly lineGapEm: number;
  /** As CSS has it. */
  readonly fontFamily: string;
  readonly bold: boolean;
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
  readonly look: InPlaceLook;
  /** Where it stands, in pixels of the picture, and how it is turned. */
  readonly box: Box;
  readonly rotation: number;
  /** CSS pixels for one of the picture's. */
  readonly scale: number;
  readonly onInput: (text: string) => void;
  /**
   * It is over: what was written is to stay, or nothing of it.
   * @param byKey whether the focus is to go back to the stage
   */
  readonly onEnd: (text: string | undefined, byKey: boolean) => void;
}

/** Smaller letters could not be read while they are written. */
const MIN_FONT_PX = 16;

const ALONG = { left: 'start', center: 'center', right: 'end', top: 'start', middle: 'center', bottom: 'end' } as const;

/**
 * A text written where it stands. Escape gives back what it said; Ctrl or ⌘ with Enter, and a press elsewhere, keep it.
 * The browser alone has the letters until then, so that no input method is disturbed.
 */
export function InPlaceText({ label, hint, text, look, box, rotation, scale, onInput, onEnd }: InPlaceTextProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const ended = useRef(false);
  const latest = useRef(onEnd);
  latest.current = onEnd;
  const end = (kept: string | undefined, byKey = false) => {
    if (ended.current) return;
    ended.current = true;
    latest.current(kept, byKey);
  };
  const ending = useRef(end);
  ending.current = end;

  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.focus({ preventScroll: true });
    element.setSelectionRange(element.value.length, element.value.length);
    // Before what is pressed answers it.
    const onPress = ({ target }: PointerEvent) => {
      if (target !== element) ending.current(element.value);
    };
    window.addEventListener('pointerdown', onPress, { capture: true });
    return () => window.removeEventListener('pointerdown', onPress, { capture: true });
  }, []);
  useEffect(() => {
    const element = field.current;
    return () => {
      // The screen has gone from under it.
      if (element && !element.isConnected) ending.current(element.value);
    };
  }, []);

  const { vertical, align, vAlign } = look;
  const fontPx = Math.max(MIN_FONT_PX, look.fontPx * scale);
  // Half of the gap stands before the first line, which the painted text has not.
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
        flexDirection: vertical ? 'column' : 'row',
      }}
    >
      <textarea
        ref={field}
        className="in-place-text"
        aria-label={label}
        aria-description={hint}
        // A text has its own direction, whatever the page's.
        dir="auto"
        rows={1}
        spellCheck={false}
        maxLength={MAX_KEPT_TEXT_LENGTH}
        defaultValue={text}
        style={{
          fontFamily: look.fontFamily,
          fontSize: fontPx,
          fontWeight: look.bold ? 700 : 400,
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
          // Another window in front of this one is no end of it.
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

import './paper-text.css';
import { useEffect, useRef, useState } from 'react';
import type { Size } from '#core/geometry/point.ts';
import type { TextArea } from '#core/text/layout-style.ts';
import type { TextWork } from '#core/text/write.ts';
import { type TypedSource, textPainter } from '../../workers/text-painter-client.ts';
import { canvasScale, showBitmap } from './painted-canvas.ts';
import type { StageView } from './stage-view.ts';

interface PaperTextProps {
  /** Text that the caret is in. */
  readonly work: TextWork;
  readonly source: TypedSource;
  /** UTF-16 offset of the caret; undefined without a caret. */
  readonly at: number | undefined;
  /** Pale text that shows where typed words will be. It is never part of a file. */
  readonly placeholder: TextWork | undefined;
  readonly size: Size;
  readonly view: StageView;
}

/** Draws the caret of the text field whose words the stage shows, and pale words while there are no others. */
export default function PaperText({ work, source, at, placeholder, size, view }: PaperTextProps) {
  return (
    <>
      {placeholder && <Placeholder work={placeholder} size={size} scale={canvasScale(size, view.scale)} />}
      {at !== undefined && <Caret {...{ work, source, at, size, view }} />}
    </>
  );
}

function Placeholder({ work, size, scale }: { work: TextWork; size: Size; scale: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const request = useRef({ work, size });
  request.current = { work, size };
  const version = JSON.stringify([work, size]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` stands for work and size
  useEffect(() => {
    let isCurrent = true;
    const { work, size } = request.current;
    textPainter
      .paint(work, size, scale)
      .then(({ bitmap }) => showBitmap(isCurrent ? canvas.current : null, bitmap))
      // The page works without the pale words.
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [version, scale]);
  return <canvas ref={canvas} className="overlay-canvas paper-placeholder" aria-hidden />;
}

function Caret({ work, source, at, size, view }: Omit<PaperTextProps, 'placeholder' | 'at'> & { readonly at: number }) {
  const [area, setArea] = useState<TextArea>();
  const request = useRef({ work, source, size });
  request.current = { work, source, size };
  const version = JSON.stringify([work, source, size]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` stands for work, source and size
  useEffect(() => {
    let isCurrent = true;
    const { work, source, size } = request.current;
    textPainter
      .caretArea(work, size, source, at)
      .then((next) => isCurrent && setArea(next))
      // Without a layout there is no place for a caret. The stage reports why a text can't be drawn.
      .catch(() => isCurrent && setArea(undefined));
    return () => {
      isCurrent = false;
    };
  }, [version, at]);
  if (!area) return null;
  const { left, top, width, height } = area;
  return (
    <span
      // A caret that moves starts its blinking again.
      key={`${left} ${top}`}
      className="paper-caret"
      data-across={width > height || undefined}
      style={{
        left: left * view.scale,
        top: top * view.scale,
        width: width * view.scale,
        height: height * view.scale,
      }}
    />
  );
}

import { Check, LoaderCircle, TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, memo, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Warning } from '#core/platform/context.ts';
import { coreWords } from '../locales/i18n.ts';
import { useDragOrder } from '../ui/drag-order.ts';
import type { Batch } from './batch.ts';
import type { Thumbnail } from './batch-client.ts';
import type { BatchSettings } from './batch-settings.ts';
import type { BatchItem } from './item.ts';
import { useWindow } from './use-window.ts';
import { warningSentences } from './warning-sentences.ts';
import './batch.css';

interface BatchStripProps {
  readonly batch: Batch;
  readonly settings: BatchSettings;
  readonly idle: boolean;
}

/** Width of a thumbnail plus its gap in CSS pixels, as in batch.css. */
const STEP_PX = 72;

export default function BatchStrip({ batch, settings, idle }: BatchStripProps) {
  const { t, ready } = useTranslation(['app', 'batch']);
  const items = batch.use((state) => state.items);
  const shown = batch.use((state) => state.shown);
  const list = useRef<HTMLUListElement>(null);
  const { first, end } = useWindow(list, 'inline', items.length, STEP_PX);
  // Roving focus: Tab moves to one thumbnail, and the arrow keys move between thumbnails. With Alt, they move an image.
  const [reached, setReached] = useState(0);
  const focused = useRef<number>(undefined);

  const shownIndex = items.findIndex(({ id }) => id === shown);
  useEffect(() => {
    if (shownIndex < 0) return;
    setReached(shownIndex);
    reveal(list.current, shownIndex);
  }, [shownIndex]);
  useEffect(() => {
    if (focused.current === undefined) return;
    const button = list.current?.querySelector<HTMLElement>(`[data-index="${focused.current}"]`);
    // A thumbnail outside the visible part has no button yet. After the list has scrolled, a render focuses the button.
    if (button) focused.current = undefined;
    button?.focus({ preventScroll: true });
  });

  const { carry, cropBy = 'fractions' } = settings;
  const show = useRef<(id: string) => void>(undefined);
  show.current = (id) => {
    if (!idle) return;
    void batch.show(id, cropBy).then((isShown) => isShown && carry?.());
  };
  const press = useCallback((id: string) => show.current?.(id), []);
  const fail = useCallback((id: string, error: unknown) => batch.fail(id, error), [batch]);
  const warn = useCallback((id: string, warnings: readonly Warning[]) => batch.warn(id, warnings), [batch]);

  const move = (event: KeyboardEvent) => {
    const to = { ArrowRight: reached + 1, ArrowLeft: reached - 1, Home: 0, End: items.length - 1 }[event.key];
    if (to === undefined || to < 0 || to >= items.length) return;
    event.preventDefault();
    const moved = items[reached];
    if (event.altKey && moved && Math.abs(to - reached) === 1) batch.move(moved.id, to > reached ? 1 : -1);
    focused.current = to;
    setReached(to);
    reveal(list.current, to);
  };

  const { drag, onPointerDown } = useDragOrder(
    () => true,
    (from, to) => {
      const dragged = items[from];
      if (dragged) batch.move(dragged.id, to - from);
      setReached(to);
    },
  );

  return (
    <section className="batch-strip" aria-label={ready ? t('batch:images') : undefined}>
      <ul ref={list} className="batch-thumbnails" onKeyDown={move} onPointerDownCapture={onPointerDown}>
        <li aria-hidden role="presentation" style={{ width: first * STEP_PX }} />
        {ready &&
          items.slice(first, end).map((item, at) => (
            <li
              key={item.id}
              className="batch-place"
              data-slot={first + at}
              data-moving={drag?.from === first + at || undefined}
              data-target={(drag && drag.over === first + at && drag.from !== first + at) || undefined}
              aria-setsize={items.length}
              aria-posinset={first + at + 1}
            >
              <Thumb
                batch={batch}
                item={item}
                index={first + at}
                isShown={item.id === shown}
                isReached={first + at === Math.min(reached, items.length - 1)}
                onPress={press}
                onFail={fail}
                onWarn={warn}
              />
            </li>
          ))}
        <li aria-hidden role="presentation" style={{ width: Math.max(0, items.length - end) * STEP_PX }} />
      </ul>
    </section>
  );
}

function reveal(list: HTMLElement | null, index: number): void {
  if (!list) return;
  const [start, end] = [index * STEP_PX, (index + 1) * STEP_PX];
  if (start < list.scrollLeft) list.scrollLeft = start;
  else if (end > list.scrollLeft + list.clientWidth) list.scrollLeft = end - list.clientWidth;
}

interface ThumbProps {
  readonly batch: Batch;
  readonly item: BatchItem;
  readonly index: number;
  readonly isShown: boolean;
  readonly isReached: boolean;
  readonly onPress: (id: string) => void;
  readonly onFail: (id: string, error: unknown) => void;
  readonly onWarn: (id: string, warnings: readonly Warning[]) => void;
}

const Thumb = memo(function Thumb({ batch, item, index, isShown, isReached, onPress, onFail, onWarn }: ThumbProps) {
  const { t } = useTranslation(['app', 'batch']);
  const { id, name, image, state } = item;
  const warnings = warningSentences(item);
  return (
    <button
      type="button"
      className="batch-thumbnail"
      data-index={index}
      data-state={state}
      aria-current={isShown || undefined}
      aria-label={[t('batch:thumbnail', { name, state: t(`batch:states.${state}`) }), ...warnings].join(
        coreWords().punctuation.list,
      )}
      title={[name, ...warnings].join('\n')}
      aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight"
      tabIndex={isReached ? 0 : -1}
      onClick={() => onPress(id)}
    >
      {image ? <StripImage {...{ batch, id, image, onFail, onWarn }} /> : <span className="tabular">{index + 1}</span>}
      {warnings.length > 0 && <TriangleAlert aria-hidden className="batch-mark batch-warned" size={18} />}
      {state === 'working' && <LoaderCircle aria-hidden className="batch-mark batch-working" size={18} />}
      {state === 'done' && <Check aria-hidden className="batch-mark batch-done" size={18} strokeWidth={2.5} />}
      {state === 'failed' && <TriangleAlert aria-hidden className="batch-mark batch-failed" size={18} />}
    </button>
  );
});

/** Delay in milliseconds before a thumbnail is decoded, so that fast scrolling decodes no thumbnails. */
const LINGER_MS = 120;

interface ImageProps extends Pick<ThumbProps, 'batch' | 'onFail' | 'onWarn'> {
  readonly id: string;
  readonly image: NonNullable<BatchItem['image']>;
}

const StripImage = memo(function StripImage({ batch, id, image, onFail, onWarn }: ImageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isGone = false;
    const draw = ({ bitmap, warnings }: Thumbnail) => {
      onWarn(id, warnings);
      if (isGone || !canvas.current) return;
      canvas.current.width = bitmap.width;
      canvas.current.height = bitmap.height;
      canvas.current.getContext('2d')?.drawImage(bitmap, 0, 0);
    };
    const timer = setTimeout(() => void batch.thumbnail(image).then(draw, (error) => onFail(id, error)), LINGER_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [batch, id, image, onFail, onWarn]);
  return <canvas ref={canvas} width={1} height={1} aria-hidden />;
});

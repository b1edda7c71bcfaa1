import { ArrowLeft, ArrowRight, ImageOff } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { useDragOrder } from '../../ui/drag-order.ts';
import { useObjectUrl } from '../../ui/object-url.ts';
import { mainSlot, mainSlotsOf, type VideoMaker } from './maker.ts';
import { useVideoDocument, type VideoScreenWork } from './video-screen-work.ts';

interface SlotGridProps {
  readonly maker: VideoMaker;
  readonly screen: VideoScreenWork;
  readonly active: number;
  readonly onActive: (index: number) => void;
  readonly onOpen: () => void;
}

/** Returns the number of visible columns. The up and down keys move by this number of slots. */
const columnsOf = (grid: HTMLElement) => getComputedStyle(grid).gridTemplateColumns.split(' ').length;

export function SlotGrid({ maker, screen, active, onActive, onOpen }: SlotGridProps) {
  const { t } = useTranslation(['app', 'media']);
  const grid = useRef<HTMLDivElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const { slots } = useVideoDocument(screen);
  const last = maker.mainSlots - 1;

  const open = (index: number, focuses = false) => {
    onActive(index);
    onOpen();
    if (focuses) grid.current?.querySelector<HTMLElement>(`[data-slot="${index}"]`)?.focus();
  };
  const move = (from: number, to: number, focuses = false) => {
    const isPossible = slots[mainSlot(from)] && to >= 0 && to <= last && to !== from;
    if (!isPossible) return;
    screen.moveImage(from, to);
    setAnnouncement(t('media:maker.moved', { number: to + 1 }));
    open(to, focuses);
  };
  const { drag, ...handlers } = useDragOrder((index) => slots[mainSlot(index)] !== undefined, move);

  const onKeyDown = (event: React.KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Delete' || event.key === 'Backspace') return screen.clearImage(mainSlot(active));
    const target = keyTarget(event.key, active, last, columnsOf(event.currentTarget));
    if (target === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (event.altKey) move(active, target, true);
    else open(target, true);
  };

  return (
    <>
      <div
        ref={grid}
        className="slot-grid"
        role="group"
        aria-label={t('media:maker.mainImages')}
        data-dragging={drag ? '' : undefined}
        onKeyDown={onKeyDown}
        {...handlers}
      >
        {mainSlotsOf(maker).map((slot, index) => {
          const image = slots[slot];
          return (
            <button
              key={slot}
              type="button"
              className="slot"
              data-slot={index}
              data-moving={drag?.from === index || undefined}
              data-target={(drag && drag.over === index && drag.from !== index) || undefined}
              aria-label={String(index + 1)}
              aria-description={image?.name ?? t('media:maker.emptySlot')}
              aria-pressed={index === active}
              tabIndex={index === active ? 0 : -1}
              title={image?.name}
              onClick={() => open(index)}
            >
              <span className="slot-picture">{image && <Thumbnail screen={screen} id={image.id} />}</span>
              <span className="slot-number tabular">{index + 1}</span>
            </button>
          );
        })}
      </div>
      <div className="slot-foot">
        <div className="action-group">
          <Button
            look="quiet"
            iconOnly
            icon={ArrowLeft}
            onClick={() => move(active, active - 1)}
            disabled={!slots[mainSlot(active)] || active === 0}
          >
            {t('media:maker.moveBack')}
          </Button>
          <Button
            look="quiet"
            iconOnly
            icon={ArrowRight}
            onClick={() => move(active, active + 1)}
            disabled={!slots[mainSlot(active)] || active === last}
          >
            {t('media:maker.moveOn')}
          </Button>
        </div>
        <p className="panel-note">{t('media:maker.slotKeys')}</p>
        <p className="sr-only" role="status">
          {announcement}
        </p>
      </div>
    </>
  );
}

function Thumbnail({ screen: { images }, id }: { screen: VideoScreenWork; id: string }) {
  const url = useObjectUrl(images.useReady(id)?.thumbnail);
  if (images.use(() => images.get(id).state) === 'failed') return <ImageOff aria-hidden size={18} />;
  return url ? <img src={url} alt="" draggable={false} /> : null;
}

function keyTarget(key: string, from: number, last: number, columns: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
    Home: -from,
    End: last - from,
  };
  const step = steps[key];
  if (step === undefined) return undefined;
  const target = from + step;
  return target < 0 || target > last ? undefined : target;
}

import { ArrowLeft, ArrowRight, ImageOff } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { useObjectUrl } from '../../ui/object-url.ts';
import { fitOf, type MakerSettings, mainSlot, moveItem, type VideoMaker } from './maker.ts';
import { useSlotDrag } from './slot-drag.ts';
import type { VideoProject } from './video-project.ts';

interface SlotGridProps {
  readonly maker: VideoMaker;
  readonly project: VideoProject;
  readonly settings: MakerSettings;
  /** Changes settings as part of the undo step that moves an image to another slot. */
  readonly store: (change: Partial<MakerSettings>) => void;
  readonly active: number;
  readonly onActive: (index: number) => void;
  readonly onOpen: () => void;
}

/** Returns the number of visible columns. The up and down keys move by this number of slots. */
const columnsOf = (grid: HTMLElement) => getComputedStyle(grid).gridTemplateColumns.split(' ').length;

export function SlotGrid({ maker, project, settings, store, active, onActive, onOpen }: SlotGridProps) {
  const { t } = useTranslation(['app', 'media']);
  const grid = useRef<HTMLDivElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const { slots, busy } = project.use();
  const last = maker.mainSlots - 1;
  const indexes = Array.from({ length: maker.mainSlots }, (_, index) => index);

  const open = (index: number, focuses = false) => {
    onActive(index);
    onOpen();
    if (focuses) grid.current?.querySelector<HTMLElement>(`[data-slot="${index}"]`)?.focus();
  };
  const move = (from: number, to: number, focuses = false) => {
    const isPossible = slots[mainSlot(from)] && to >= 0 && to <= last && to !== from && !busy;
    if (!isPossible) return;
    void project.movePicture(from, to);
    const fits = indexes.map((index) => fitOf(mainSlot(index), settings));
    store({ fitMainArray: moveItem(fits, from, to) });
    setAnnouncement(t('media:maker.moved', { number: to + 1 }));
    open(to, focuses);
  };
  const { drag, ...handlers } = useSlotDrag((index) => slots[mainSlot(index)] !== undefined && !busy, move);

  const onKeyDown = (event: React.KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Delete' || event.key === 'Backspace') return void project.clearPicture(mainSlot(active));
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
        {indexes.map((index) => {
          const item = slots[mainSlot(index)];
          return (
            <button
              key={index}
              type="button"
              className="slot"
              data-slot={index}
              data-moving={drag?.from === index || undefined}
              data-target={(drag && drag.over === index && drag.from !== index) || undefined}
              aria-label={String(index + 1)}
              aria-description={item?.name ?? t('media:maker.emptySlot')}
              aria-pressed={index === active}
              tabIndex={index === active ? 0 : -1}
              title={item?.name}
              onClick={() => open(index)}
            >
              <span className="slot-picture">{item && <Thumbnail image={item.thumbnail} />}</span>
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

function Thumbnail({ image }: { image: Blob | undefined }) {
  const url = useObjectUrl(image);
  if (!image) return <ImageOff aria-hidden size={18} />;
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

import { Download, RotateCw, Trash2, X } from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorReason, errorSentence } from '#core/locales/format.ts';
import { thisTab } from '../document/this-tab.ts';
import { coreWords } from '../locales/i18n.ts';
import { Button } from '../ui/Button.tsx';
import { formatBytes } from '../ui/format-bytes.ts';
import type { Batch } from './batch.ts';
import type { BatchItem } from './item.ts';
import { useWindow } from './use-window.ts';
import { warningSentences } from './warning-sentences.ts';

export interface RowActions {
  readonly download: (id: string) => void;
  readonly retry: (id: string) => void;
  readonly cancel: (id: string) => void;
  readonly remove: (id: string) => void;
}

interface BatchRowsProps {
  readonly batch: Batch;
  /** Button handlers of a list row. Callers pass the same object at each render, so memoized rows don't re-render. */
  readonly actions: RowActions;
}

/** Row height in CSS pixels, as in batch.css. */
const ROW_PX = 72;

export function BatchRows({ batch, actions }: BatchRowsProps) {
  const { t } = useTranslation(['app', 'batch']);
  const items = batch.use((state) => state.items);
  const shown = batch.use((state) => state.shown);
  const list = useRef<HTMLUListElement>(null);
  const { first, end } = useWindow(list, 'block', items.length, ROW_PX);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll this element
    <ul ref={list} className="batch-rows" aria-label={t('batch:files')} tabIndex={0}>
      <li aria-hidden role="presentation" style={{ height: first * ROW_PX }} />
      {items.slice(first, end).map((item, at) => (
        <Row
          key={item.id}
          item={item}
          isShown={item.id === shown}
          place={first + at + 1}
          total={items.length}
          actions={actions}
        />
      ))}
      <li aria-hidden role="presentation" style={{ height: Math.max(0, items.length - end) * ROW_PX }} />
    </ul>
  );
}

interface RowProps {
  readonly item: BatchItem;
  readonly isShown: boolean;
  readonly place: number;
  readonly total: number;
  readonly actions: RowActions;
}

const Row = memo(function Row({ item, isShown, place, total, actions }: RowProps) {
  const { t } = useTranslation(['app', 'batch']);
  const { id, name, folder, state, result } = item;
  return (
    <li className="batch-row" data-shown={isShown || undefined} aria-setsize={total} aria-posinset={place}>
      <div className="batch-row-words">
        <p className="batch-row-name" title={folder ? `${folder}/${name}` : name}>
          {name}
        </p>
        <RowText item={item} />
      </div>
      <div className="batch-row-actions">
        {result?.blob && (
          <Button look="quiet" iconOnly icon={Download} onClick={() => actions.download(id)}>
            {t('batch:downloadOne', { name })}
          </Button>
        )}
        {state === 'failed' && (
          <Button look="quiet" iconOnly icon={RotateCw} onClick={() => actions.retry(id)}>
            {t('batch:retryOne', { name })}
          </Button>
        )}
        {state === 'waiting' || state === 'working' ? (
          <Button look="quiet" iconOnly icon={X} onClick={() => actions.cancel(id)}>
            {t('batch:cancelOne', { name })}
          </Button>
        ) : (
          <Button look="quiet" iconOnly icon={Trash2} onClick={() => actions.remove(id)}>
            {t('batch:removeOne', { name })}
          </Button>
        )}
      </div>
    </li>
  );
});

/** Returns a file's size. Only displayed rows need it, because browsers read each size from disk. */
function useBytes(file: string | undefined): number | undefined {
  const [bytes, setBytes] = useState<number>();
  useEffect(() => {
    let isGone = false;
    if (file !== undefined)
      void thisTab()
        .files.read(file)
        .then((blob) => isGone || setBytes(blob?.size));
    return () => {
      isGone = true;
    };
  }, [file]);
  return bytes;
}

function RowText({ item }: { readonly item: BatchItem }) {
  const { image, state, error, result } = item;
  const bytes = useBytes(image?.id);
  const { t, i18n } = useTranslation(['app', 'batch']);
  if (state === 'failed') {
    const sentences = [errorSentence(error, coreWords()) ?? t('failure.unknown'), errorReason(error, coreWords())];
    const text = sentences.filter(Boolean).join(coreWords().punctuation.sentence);
    return (
      <p className="batch-row-text batch-row-error" title={text}>
        {text}
      </p>
    );
  }
  const before = bytes !== undefined && formatBytes(bytes, i18n.language);
  const facts = result
    ? [
        before
          ? t('batch:sizes', { before, after: formatBytes(result.bytes, i18n.language) })
          : formatBytes(result.bytes, i18n.language),
        t('common.imageSize', { width: result.width, height: result.height }),
      ]
    : [before].filter(Boolean);
  const stateText = result && !result.blob && state === 'done' ? t('batch:states.saved') : t(`batch:states.${state}`);
  const warnings = warningSentences(item);
  return (
    <p
      className="batch-row-text tabular"
      data-warned={warnings.length > 0 || undefined}
      title={warnings.join(coreWords().punctuation.sentence) || undefined}
    >
      {[stateText, ...warnings, ...facts].join(' · ')}
    </p>
  );
}

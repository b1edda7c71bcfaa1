import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Pen } from '#core/image/mask/strokes.ts';
import { useOfferActions } from '../../ui/actions.ts';
import { mayBeShortcut } from '../../ui/shortcuts.ts';
import { penFields } from './mask-strokes.ts';

/** Changes the pen by keyboard shortcuts, except during text input. Returns the announcement for screen readers. */
export function usePenKeys(pen: Pen, onChange: (change: Partial<Pen>) => void, enabled: boolean): string {
  const { t } = useTranslation(['app', 'stage']);
  const [announcement, setAnnouncement] = useState('');
  const press = (key: PenKey) => {
    const change = penKeys[key](pen);
    const { tool, widthPx, gray } = { ...pen, ...change };
    onChange(change);
    setAnnouncement(
      t('stage:pen.now', { tool: t(`stage:mask.${tool}`), width: widthPx, gray: tool === 'pen' ? gray : 0 }),
    );
  };
  const labels = {
    B: t('stage:mask.pen'),
    E: t('stage:mask.eraser'),
    X: t('stage:pen.swap'),
    '[': t('stage:pen.narrower'),
    ']': t('stage:pen.wider'),
  };
  useOfferActions(
    (Object.keys(penKeys) as PenKey[]).map((key) => ({
      id: `pen-${key}`,
      label: labels[key],
      run: () => press(key),
      disabled: !enabled,
      shortcut: key,
    })),
  );
  const latest = useRef(press);
  latest.current = press;
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const key = penKeyOf(event.key);
      if (!key || event.ctrlKey || event.metaKey || !mayBeShortcut(event)) return;
      event.preventDefault();
      latest.current(key);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [enabled]);
  return announcement;
}

const WIDTH_STEP = 1.1;

const { gray, widthPx } = penFields;

/** Pen shortcuts in the order of the shortcut list: each key with its change of the pen. */
export const penKeys = {
  B: (): Partial<Pen> => ({ tool: 'pen' }),
  E: (): Partial<Pen> => ({ tool: 'eraser' }),
  X: (pen: Pen): Partial<Pen> => ({ gray: gray.max - pen.gray }),
  '[': (pen: Pen): Partial<Pen> => ({
    widthPx: Math.max(widthPx.min, Math.min(pen.widthPx - 1, Math.round(pen.widthPx / WIDTH_STEP))),
  }),
  ']': (pen: Pen): Partial<Pen> => ({
    widthPx: Math.min(widthPx.max, Math.max(pen.widthPx + 1, Math.round(pen.widthPx * WIDTH_STEP))),
  }),
} as const;

type PenKey = keyof typeof penKeys;

export const penKeyOf = (key: string): PenKey | undefined =>
  (Object.keys(penKeys) as PenKey[]).find((each) => each === key.toUpperCase());

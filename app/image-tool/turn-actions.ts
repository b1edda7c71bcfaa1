import {
  CaretsToAxisDashedHorizontal,
  CaretsToAxisDashedVertical,
  type LucideIcon,
  RotateCcw,
  RotateCw,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Point, Size } from '#core/geometry/point.ts';
import { rotate } from '#core/operations/rotate.ts';
import type { Desk } from '../desk/desk.ts';
import type { DeskView } from '../desk/desk-view.ts';
import { editedStep } from '../desk/steps.ts';
import { useOfferActions } from '../ui/actions.ts';
import type { BarAction } from '../ui/screen/ActionBar.tsx';
import { mayBeShortcut } from '../ui/shortcuts.ts';

export type Turn = { readonly turn: 90 | 270 } | { readonly flip: 'horizontal' | 'vertical' };

/** Called before a rotation or flip. The returned function is called afterwards. */
export type OnTurn = (turn: Turn) => (() => void) | undefined;

export function turnedPoint({ x, y }: Point, turn: Turn, { width, height }: Size): Point {
  if ('flip' in turn) return turn.flip === 'horizontal' ? { x: width - x, y } : { x, y: height - y };
  return turn.turn === 90 ? { x: height - y, y: x } : { x: y, y: width - x };
}

interface TurnKind {
  readonly id: 'rotate-left' | 'rotate-right' | 'flip-horizontal' | 'flip-vertical';
  readonly icon: LucideIcon;
  readonly turn: Turn;
  readonly key: string;
  readonly shift: boolean;
}

const KINDS: readonly TurnKind[] = [
  { id: 'rotate-left', icon: RotateCcw, turn: { turn: 270 }, key: 'r', shift: true },
  { id: 'rotate-right', icon: RotateCw, turn: { turn: 90 }, key: 'r', shift: false },
  { id: 'flip-horizontal', icon: CaretsToAxisDashedVertical, turn: { flip: 'horizontal' }, key: 'h', shift: false },
  { id: 'flip-vertical', icon: CaretsToAxisDashedHorizontal, turn: { flip: 'vertical' }, key: 'v', shift: false },
];

/**
 * Returns the actions that rotate by 90° or flip. The palette lists them, and R, Shift+R, H and V run them. With
 * `hasObjects`, the keys do nothing: who types with a text or shape selected doesn't expect the image below to turn.
 */
export function useTurnActions(
  screen: Desk,
  { image, steps, idle }: DeskView,
  hasObjects: boolean,
  onTurn?: OnTurn,
): readonly BarAction[] {
  const { t } = useTranslation(['app', 'core', 'stage']);
  // Rotations and flips are disabled while a step is being edited, because they would replace that step.
  const isEditing = editedStep(steps) !== undefined;
  const disabled = !image || !idle || isEditing;
  const reason = image ? t('common.working') : t('core:errors.imageRequired');
  const run = async ({ turn }: TurnKind) => {
    const after = onTurn?.(turn);
    if (await screen.apply({ operation: rotate.id, params: turn })) after?.();
  };
  const latest = useRef({ run, disabled });
  latest.current = { run, disabled };
  useEffect(() => {
    if (hasObjects) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.repeat || !mayBeShortcut(event)) return;
      const kind = KINDS.find(({ key, shift }) => event.key.toLowerCase() === key && event.shiftKey === shift);
      if (!kind || latest.current.disabled) return;
      event.preventDefault();
      void latest.current.run(kind);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [hasObjects]);
  const actions = KINDS.map((kind) => ({
    id: kind.id,
    label: t(`stage:turn.${kind.id}`),
    icon: kind.icon,
    iconOnly: true,
    run: () => void run(kind),
    disabled,
    reason,
    ...(!hasObjects && { shortcut: (kind.shift ? 'Shift+' : '') + kind.key.toUpperCase() }),
  }));
  useOfferActions(actions);
  return actions;
}

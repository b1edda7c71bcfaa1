import { ArrowLeftRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { rotate } from '#core/operations/rotate.ts';
import type { Action } from '../../ui/actions.ts';
import { Button } from '../../ui/Button.tsx';
import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import { NumberField } from '../../ui/fields/NumberField.tsx';
import type { BarAction } from '../../ui/screen/ActionBar.tsx';
import { type AspectSettings, aspectLabels, CHIPS, canTurn, turned } from './aspect.ts';

interface CropToolsProps {
  readonly turns: readonly BarAction[];
  readonly trim: Action;
  readonly disabled: boolean;
  /** Dial and ratios, where the bar has room. */
  readonly children: ReactNode;
}

export function CropTools({ turns, trim, disabled, children }: CropToolsProps) {
  const { t } = useTranslation(['app', 'stage']);
  return (
    <div className="crop-tools" role="toolbar" aria-label={t('stage:turn.tools')}>
      {turns.map(({ id, label, icon, run, disabled: off, shortcut }) => (
        <Button
          key={id}
          look="quiet"
          iconOnly
          icon={icon}
          onClick={run}
          waiting={!disabled && off}
          disabled={disabled}
          title={`${label} · ${shortcut}`}
        >
          {label}
        </Button>
      ))}
      <Button look="quiet" icon={trim.icon} onClick={trim.run} waiting={!disabled && trim.disabled} disabled={disabled}>
        {trim.label}
      </Button>
      {children}
    </div>
  );
}

interface CropDialProps {
  readonly angle: number;
  readonly onAngle: (angle: number) => void;
  readonly disabled: boolean;
}

export function CropDial({ angle, onAngle, disabled }: CropDialProps) {
  const translate = useDeclaredWords();
  const { min, max, step } = rotate.params.angle;
  const straighten = translate('parameters.rotate.angle');
  return (
    <div className="crop-dial">
      <span aria-hidden="true">{straighten}</span>
      <input
        type="range"
        className="range"
        aria-label={straighten}
        min={min}
        max={max}
        step={step}
        value={angle}
        disabled={disabled}
        aria-valuetext={`${angle}°`}
        onChange={(event) => onAngle(Number(event.currentTarget.value))}
        onDoubleClick={() => onAngle(0)}
      />
      <NumberField
        label={straighten}
        hideLabel
        field={rotate.params.angle}
        value={angle}
        onChange={onAngle}
        onEmpty={() => onAngle(0)}
        disabled={disabled}
      />
    </div>
  );
}

interface CropRatiosProps {
  readonly aspect: AspectSettings;
  readonly onAspect: (aspect: AspectSettings) => void;
  readonly onSwap: (aspect: AspectSettings) => void;
  readonly disabled: boolean;
}

export function CropRatios({ aspect, onAspect, onSwap, disabled }: CropRatiosProps) {
  const { t } = useTranslation();
  const labels = aspectLabels(t);
  const isListed = CHIPS.some((id) => id === aspect.aspect);
  const own = isListed ? [] : [aspect.aspect];
  return (
    <div className="crop-chips" role="group" aria-label={t('cropper.aspect')}>
      {[...CHIPS, ...own].map((id) => (
        <button
          key={id}
          type="button"
          className="crop-chip"
          aria-pressed={aspect.aspect === id}
          disabled={disabled}
          onClick={() => onAspect({ ...aspect, aspect: id })}
        >
          {id === 'custom' ? aspect.typed || labels.custom : (labels[id] ?? id)}
        </button>
      ))}
      <Button
        look="quiet"
        icon={ArrowLeftRight}
        iconOnly
        onClick={() => onSwap(turned(aspect))}
        waiting={!disabled && !canTurn(aspect)}
        disabled={disabled}
      >
        {t('cropper.aspectTurn')}
      </Button>
    </div>
  );
}

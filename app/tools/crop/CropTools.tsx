import { useTranslation } from 'react-i18next';
import { rotate } from '#core/operations/rotate.ts';
import type { Action } from '../../ui/actions.ts';
import { Button } from '../../ui/Button.tsx';
import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import type { BarAction } from '../../ui/screen/ActionBar.tsx';
import { type AspectSettings, aspectLabels, CHIPS } from './AspectField.tsx';

interface CropToolsProps {
  readonly turns: readonly BarAction[];
  readonly trim: Action;
  readonly angle: number;
  readonly onAngle: (angle: number) => void;
  readonly aspect: AspectSettings;
  readonly onAspect: (aspect: AspectSettings) => void;
  readonly hasRatios: boolean;
  readonly disabled: boolean;
}

export function CropTools({ turns, trim, angle, onAngle, aspect, onAspect, hasRatios, disabled }: CropToolsProps) {
  const { t } = useTranslation(['app', 'stage']);
  const translate = useDeclaredWords();
  const { min, max, step } = rotate.params.angle;
  const labels = aspectLabels(t);
  const isListed = CHIPS.some((id) => id === aspect.aspect);
  const own = isListed ? [] : [aspect.aspect];
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
      <label className="crop-dial">
        <span className="sr-only">{translate('parameters.rotate.angle')}</span>
        <input
          type="range"
          min={min}
          max={max}
          step={step}
          value={angle}
          disabled={disabled}
          aria-valuetext={`${angle}°`}
          onChange={(event) => onAngle(Number(event.currentTarget.value))}
          onDoubleClick={() => onAngle(0)}
        />
        <span className="crop-angle tabular" aria-hidden="true">
          {angle.toFixed(1)}°
        </span>
      </label>
      <Button
        look="quiet"
        icon={trim.icon}
        iconOnly={!hasRatios}
        onClick={trim.run}
        waiting={!disabled && trim.disabled}
        disabled={disabled}
      >
        {trim.label}
      </Button>
      {hasRatios && (
        <div className="crop-chips" role="group" aria-label={t('cropper.aspect')} onFocus={showWhole}>
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
        </div>
      )}
    </div>
  );
}

/** Scrolls the row to a control with the keyboard focus. Chromium itself leaves a control partly hidden. */
function showWhole({ target }: React.FocusEvent): void {
  // A press must not move the control under the pointer.
  if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

import { useTranslation } from 'react-i18next';

const RATIOS = [0.25, 0.5, 0.75] as const;
const WIDTHS = [1080, 1920] as const;

interface SizeChipsProps {
  /** The chosen ratio, or the chosen width in pixels. */
  readonly ratio: number | undefined;
  readonly width: number | undefined;
  readonly onRatio: (ratio: number) => void;
  readonly onWidth: (width: number) => void;
  readonly disabled: boolean;
}

/** Common sizes, one press each. */
export function SizeChips({ ratio, width, onRatio, onWidth, disabled }: SizeChipsProps) {
  const { t, i18n } = useTranslation(['app', 'stage']);
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' });
  const chip = (label: string, isChosen: boolean, run: () => void, name?: string) => (
    <button
      key={label}
      type="button"
      className="choice tabular"
      aria-pressed={isChosen}
      aria-label={name}
      title={name}
      onClick={run}
      disabled={disabled}
    >
      {label}
    </button>
  );
  return (
    <div className="choices" role="group" aria-label={t('stage:commonSizes')}>
      {RATIOS.map((each) => chip(percent.format(each), each === ratio, () => onRatio(each)))}
      {WIDTHS.map((each) =>
        chip(`${each} px`, each === width, () => onWidth(each), t('stage:pixelsWide', { width: each })),
      )}
    </div>
  );
}

import { useTranslation } from 'react-i18next';

const PERCENTAGES = [25, 50, 75] as const;
const WIDTHS = [1080, 1920] as const;

interface SizeChipsProps {
  /** The chosen percentage, or the chosen width in pixels. */
  readonly percent: number | undefined;
  readonly width: number | undefined;
  readonly onPercent: (percent: number) => void;
  readonly onWidth: (width: number) => void;
  readonly disabled: boolean;
}

/** Common sizes, one press each. */
export function SizeChips({ percent, width, onPercent, onWidth, disabled }: SizeChipsProps) {
  const { t, i18n } = useTranslation(['app', 'stage']);
  const format = new Intl.NumberFormat(i18n.language, { style: 'percent' });
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
      {PERCENTAGES.map((each) => chip(format.format(each / 100), each === percent, () => onPercent(each)))}
      {WIDTHS.map((each) =>
        chip(`${each} px`, each === width, () => onWidth(each), t('stage:pixelsWide', { width: each })),
      )}
    </div>
  );
}

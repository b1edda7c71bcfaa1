import { useTranslation } from 'react-i18next';
import { ChoiceRow } from '../../ui/fields/ChoiceRow.tsx';
import { type MaskTool, marks, pens, selectionTools } from './picking.ts';

interface MaskToolsProps {
  readonly active: MaskTool;
  readonly onChange: (tool: MaskTool) => void;
  /** True if there are colors to select. */
  readonly hasPhoto: boolean;
  /** True if there is a subject for strokes to correct. */
  readonly hasSubject: boolean;
  readonly disabled: boolean;
}

/** The row of tools under the stage, which scrolls on narrow screens. */
export function MaskTools({ active, onChange, hasPhoto, hasSubject, disabled }: MaskToolsProps) {
  const { t } = useTranslation(['app', 'stage']);
  const offered: readonly MaskTool[] = [
    ...(hasSubject ? marks : []),
    ...selectionTools.filter((tool) => hasPhoto || (tool !== 'subject' && tool !== 'wand')),
    ...pens,
  ];
  // A new subject is drawn more rarely than a correction, but stays first.
  const ordered = hasSubject ? ['subject' as const, ...offered.filter((tool) => tool !== 'subject')] : offered;
  return (
    <div className="mask-tools">
      <ChoiceRow
        label={t('mask_creator.tool')}
        options={ordered.map((id) => ({
          id,
          label:
            id === 'pen' || id === 'eraser' || id === 'keep' || id === 'hide'
              ? t(`mask_creator.${id}`)
              : t(`stage:mask.${id}`),
        }))}
        value={active}
        onChange={onChange}
        disabled={disabled}
      />
    </div>
  );
}

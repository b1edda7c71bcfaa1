import { useTranslation } from 'react-i18next';
import { ChoiceRow } from '../../ui/fields/ChoiceRow.tsx';
import { type MaskTool, marks, pens, selectionTools } from './mask-tool-settings.ts';

interface MaskToolsProps {
  readonly active: MaskTool;
  readonly onChange: (tool: MaskTool) => void;
  /** True if the image has colors that selection tools can read. */
  readonly hasPhoto: boolean;
  readonly hasSubject: boolean;
  readonly disabled: boolean;
}

export function MaskTools({ active, onChange, hasPhoto, hasSubject, disabled }: MaskToolsProps) {
  const { t } = useTranslation(['app', 'stage']);
  const offered: readonly MaskTool[] = [
    ...(hasSubject ? marks : []),
    ...selectionTools.filter((tool) => hasPhoto || (tool !== 'subject' && tool !== 'wand')),
    ...pens,
  ];
  // Puts the tool Subject first, because a mask usually starts with it. The strokes for corrections follow.
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

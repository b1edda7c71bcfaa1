import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Size } from '#core/geometry/point.ts';
import type { Pen } from '#core/image/mask/strokes.ts';
import { makeMask } from '#core/operations/make-mask.ts';
import { ChoiceRow } from '../../ui/fields/ChoiceRow.tsx';
import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import { FoldedSection } from '../../ui/fields/ParameterFields.tsx';
import { SliderField } from '../../ui/fields/SliderField.tsx';
import { SwitchField } from '../../ui/fields/SwitchField.tsx';
import { SidePanel } from '../../ui/screen/SidePanel.tsx';
import { GrayEnds } from './GrayEnds.tsx';
import { maskScreen } from './mask-screen-work.ts';
import type { Edges } from './mask-strokes.ts';
import { penFields } from './mask-strokes.ts';
import { combinations, isSelectionTool, type MaskTool, type MaskToolSettings } from './mask-tool-settings.ts';

const GROW = ['grow'] as const;
const FEATHER = ['feather'] as const;

interface MaskPanelProps {
  readonly tool: string;
  /** Switch between the mask view and the cut-out view, on screens whose action bar has no space for the switch. */
  readonly viewRow: ReactNode;
  readonly active: MaskTool;
  readonly pen: Pen;
  readonly onPen: (change: Partial<Pen>) => void;
  readonly toolSettings: MaskToolSettings;
  readonly onToolSettings: (change: Partial<MaskToolSettings>) => void;
  readonly edges: Edges;
  readonly hasSelection: boolean;
  readonly hasSubject: boolean;
  /** Size of the mask if the image under the mask is stretched to that size; undefined if both have the same size. */
  readonly stretched: Size | undefined;
}

export function MaskPanel(props: MaskPanelProps) {
  const {
    tool,
    viewRow,
    active,
    pen,
    onPen,
    toolSettings,
    onToolSettings,
    edges,
    hasSelection,
    hasSubject,
    stretched,
  } = props;
  const { t } = useTranslation(['app', 'stage']);
  const translate = useDeclaredWords();
  // Until something is selected, the only settings of these tools would be in a folded section.
  if (!viewRow && !hasSelection && !stretched && isSelectionTool(active) && active !== 'wand') return null;
  return (
    <SidePanel tool={tool} title={t('stage:mask.drawingSettings')}>
      {viewRow}
      {active === 'wand' && (
        <>
          <SliderField
            label={translate('parameters.make-mask.tolerance')}
            field={makeMask.params.tolerance}
            value={toolSettings.tolerance}
            onChange={(tolerance) => onToolSettings({ tolerance })}
          />
          <SwitchField
            label={translate('parameters.make-mask.contiguous')}
            value={toolSettings.contiguous}
            onChange={(contiguous) => onToolSettings({ contiguous })}
          />
        </>
      )}
      {hasSelection && <EdgeFields edges={edges} hasSubject={hasSubject} names={GROW} />}
      {!isSelectionTool(active) && (
        <SliderField
          label={t('stage:mask.penWidth')}
          field={penFields.widthPx}
          value={pen.widthPx}
          onChange={(widthPx) => onPen({ widthPx })}
        />
      )}
      <FoldedSection heading={t('stage:moreSettings')} isChanged={false}>
        {isSelectionTool(active) && (
          <ChoiceRow
            label={t('stage:mask.combine')}
            options={combinations.map((id) => ({ id, label: t(`stage:mask.${id}`) }))}
            value={toolSettings.combine}
            onChange={(combine) => onToolSettings({ combine })}
          />
        )}
        {hasSelection && <EdgeFields edges={edges} hasSubject={false} names={FEATHER} />}
        <SliderField
          label={t('stage:mask.penGray')}
          field={penFields.gray}
          value={pen.gray}
          onChange={(gray) => onPen({ gray })}
        />
        <GrayEnds />
        <SliderField
          label={t('stage:mask.feather')}
          field={penFields.feather}
          value={pen.feather}
          onChange={(feather) => onPen({ feather })}
        />
        <p className="panel-note">{t('stage:mask.grayNote')}</p>
      </FoldedSection>
      {stretched && (
        <p className="panel-note tabular">
          {t('stage:mask.stretched', { width: stretched.width, height: stretched.height })}
        </p>
      )}
    </SidePanel>
  );
}

interface EdgeFieldsProps extends Pick<MaskPanelProps, 'edges' | 'hasSubject'> {
  readonly names: typeof GROW | typeof FEATHER;
}

/** Sliders for the edges of selections. A slider applies on release, because each change recomputes the whole mask. */
function EdgeFields({ edges, hasSubject, names }: EdgeFieldsProps) {
  const translate = useDeclaredWords();
  const [shown, setShown] = useState(edges);
  useEffect(() => setShown(edges), [edges]);
  const commit = <Name extends keyof Edges>(name: Name, value: Edges[Name]) => {
    if (value === edges[name]) return;
    setShown({ ...edges, [name]: value });
    void maskScreen.setEdge(name, value).then((isDone) => !isDone && setShown(edges));
  };
  return (
    <>
      {hasSubject && (
        <SwitchField
          label={translate('parameters.make-mask.refine')}
          value={shown.refine}
          onChange={(refine) => commit('refine', refine)}
        />
      )}
      {names.map((name) => (
        <SliderField
          key={name}
          label={translate(`parameters.make-mask.${name}`)}
          field={makeMask.params[name]}
          value={shown[name]}
          onChange={(value) => setShown({ ...shown, [name]: value })}
          onChangeEnd={(value) => commit(name, value)}
        />
      ))}
    </>
  );
}

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { VideoDurations } from '#core/video/plan/durations.ts';
import { type FitMode, fitModes } from '#core/video/plan/fit-modes.ts';
import { Button } from '../../ui/Button.tsx';
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx';
import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import { ParameterFields } from '../../ui/fields/ParameterFields.tsx';
import { SidePanel } from '../../ui/screen/SidePanel.tsx';
import { useTabLabels } from './MakerTabs.tsx';
import { fieldsOf, fitOf, type MakerSettings, mainSlot, type VideoMaker } from './maker.ts';
import type { SlideCount } from './preview-plan.ts';
import { SlideRounds } from './SlideRounds.tsx';
import { useSecondsText } from './Summary.tsx';
import type { ChangeSettings, MakerView } from './settings.ts';
import { slideshowTool } from './slideshow.tool.ts';

interface MakerPanelProps {
  readonly maker: VideoMaker;
  readonly settings: MakerSettings;
  readonly change: ChangeSettings;
  readonly view: MakerView;
  readonly durations: VideoDurations | undefined;
  readonly slideCount: SlideCount | undefined;
  readonly disabled: boolean;
  readonly children: ReactNode;
}

export function MakerPanel(props: MakerPanelProps) {
  const { maker, settings, change, view, durations, slideCount, disabled, children } = props;
  const { t } = useTranslation(['app', 'media']);
  const secondsText = useSecondsText();
  const { tab, slot } = view;
  const bySlot = maker.mainSlots > 1;
  return (
    <SidePanel tool={maker.tool} title={useTabLabels(maker)[tab]}>
      <ParameterFields
        operation={maker.operation.id}
        fields={fieldsOf(maker)}
        values={{ ...settings }}
        onChange={(name, value, control) => change({ [name]: value }, control)}
        section={tab}
        live
        elsewhere={bySlot ? slideshowTool.setElsewhere['sound-to-slideshow'] : undefined}
        custom={bySlot ? { fitMain: <SlotFit {...{ maker, settings, change, slot, disabled }} /> } : undefined}
        disabled={disabled}
      />
      {tab === 'main' && (
        <dl className="maker-computed">
          <dt>{t('media:maker.mainDuration')}</dt>
          <dd className="tabular">{secondsText(durations?.mainSec)}</dd>
        </dl>
      )}
      {tab === 'main' && slideCount && <SlideRounds count={slideCount} {...{ settings, change, disabled }} />}
      <p className="panel-note">{t(`media:maker.notes.${tab}`)}</p>
      {children}
    </SidePanel>
  );
}

interface SlotFitProps extends Pick<MakerPanelProps, 'maker' | 'settings' | 'change' | 'disabled'> {
  readonly slot: number;
}

function SlotFit({ maker, settings, change, slot, disabled }: SlotFitProps) {
  const { t } = useTranslation(['app', 'media']);
  const translate = useDeclaredWords();
  const fit = fitOf(mainSlot(slot), settings);
  const slots = Array.from({ length: maker.mainSlots }, (_, index) => mainSlot(index));
  const fits = slots.map((each) => fitOf(each, settings));
  const changeFit = (next: FitMode) => change({ fitMainArray: fits.with(slot, next) });
  return (
    <>
      <ChoiceField
        label={t('media:maker.fitOfSlot', { number: slot + 1 })}
        options={fitModes.map((id) => ({ id, label: translate(`choices.${maker.operation.id}.fitMain.${id}`) }))}
        value={fit}
        onChange={changeFit}
        disabled={disabled}
      />
      <Button
        onClick={() => change({ fitMain: fit, fitMainArray: fits.map(() => fit) })}
        disabled={disabled || fits.every((each) => each === fit)}
      >
        {t('media:maker.fitAll')}
      </Button>
    </>
  );
}

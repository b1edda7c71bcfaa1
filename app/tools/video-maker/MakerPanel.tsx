import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { videoParameters } from '#core/video/parameters.ts';
import { type FitMode, fitModes } from '#core/video/plan/fit-modes.ts';
import { Button } from '../../ui/Button.tsx';
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx';
import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import { ParameterField } from '../../ui/fields/ParameterField.tsx';
import { ParameterFields } from '../../ui/fields/ParameterFields.tsx';
import { SidePanel } from '../../ui/screen/SidePanel.tsx';
import { changeFit } from './document.ts';
import { useTabLabels } from './MakerTabs.tsx';
import { fieldsOf, fitsOf, type VideoMaker } from './maker.ts';
import type { MakerView } from './maker-view.ts';
import type { SlideCount } from './preview-plan.ts';
import { QualityFields } from './QualityFields.tsx';
import { SlideRounds } from './SlideRounds.tsx';
import { slideshowTool } from './slideshow.tool.ts';
import { TitleField, TitleFromTags } from './TitleFields.tsx';
import { videoTool } from './video.tool.ts';
import { useVideoDocument, type VideoScreenWork } from './video-screen-work.ts';

const CaptionFields = lazy(() => import('./CaptionFields.tsx'));

interface MakerPanelProps {
  readonly maker: VideoMaker;
  readonly screen: VideoScreenWork;
  readonly view: MakerView;
  readonly slideCount: SlideCount | undefined;
  readonly children: ReactNode;
}

export function MakerPanel(props: MakerPanelProps) {
  const { maker, screen, view, slideCount, children } = props;
  const { settings, cues } = useVideoDocument(screen);
  const restored = screen.use((state) => state.restored);
  const change = screen.changeSettings;
  const { t } = useTranslation(['app', 'media']);
  const { tab, slot } = view;
  const bySlot = maker.mainSlots > 1;
  const { quality } = videoParameters;
  const changeQuality = (next: number) => change({ quality: next }, 'quality');
  return (
    <SidePanel tool={maker.tool} title={useTabLabels(maker)[tab]}>
      <ParameterFields
        operation={maker.operation.id}
        fields={fieldsOf(maker)}
        values={{ ...settings }}
        onChange={(name, value, control) => change({ [name]: value }, control)}
        section={tab}
        live
        elsewhere={bySlot ? slideshowTool.setElsewhere['sound-to-slideshow'] : videoTool.setElsewhere['sound-to-video']}
        custom={{
          ...(bySlot && { fitMain: <SlotFit {...{ maker, screen, slot }} /> }),
          title: <TitleField {...{ maker, screen }} name="title" />,
          artist: <TitleField {...{ maker, screen }} name="artist" />,
          quality: (
            <QualityFields key={String(restored)} quality={settings.quality} onChange={changeQuality}>
              <ParameterField
                operation={maker.operation.id}
                name="quality"
                field={quality}
                value={settings.quality}
                onChange={changeQuality}
                live
              />
            </QualityFields>
          ),
        }}
      />
      {tab === 'waveform' && <TitleFromTags screen={screen} />}
      {tab === 'captions' && (
        <Suspense>
          <CaptionFields
            operation={maker.operation.id}
            cues={cues}
            style={settings.captionStyle}
            onChange={(captionStyle, control) => screen.changeSettings({ captionStyle }, control)}
          />
        </Suspense>
      )}
      {(tab === 'main' || tab === 'resolution') && slideCount && slideCount.slides >= slideCount.images && (
        <SlideRounds count={slideCount} {...{ settings, change }} />
      )}
      <p className="panel-note">{t(`media:maker.notes.${tab}`)}</p>
      {children}
    </SidePanel>
  );
}

interface SlotFitProps extends Pick<MakerPanelProps, 'maker' | 'screen'> {
  readonly slot: number;
}

function SlotFit({ maker, screen, slot }: SlotFitProps) {
  const { t } = useTranslation(['app', 'media']);
  const translate = useDeclaredWords();
  const fits = fitsOf(maker, useVideoDocument(screen).settings);
  const fit = fits[slot] as FitMode;
  return (
    <>
      <ChoiceField
        label={t('media:maker.fitOfSlot', { number: slot + 1 })}
        options={fitModes.map((id) => ({ id, label: translate(`choices.${maker.operation.id}.fitMain.${id}`) }))}
        value={fit}
        onChange={(next: FitMode) => screen.document.change('fitMain', changeFit(maker, slot, next))}
      />
      <Button
        onClick={() => screen.changeSettings({ fitMain: fit, fitMainArray: fits.map(() => fit) })}
        disabled={fits.every((each) => each === fit)}
      >
        {t('media:maker.fitAll')}
      </Button>
    </>
  );
}

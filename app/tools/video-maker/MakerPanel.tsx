import { Fragment, lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { hasTitle } from '#core/text/captions/title-settings.ts';
import { moves } from '#core/video/moving/settings.ts';
import { videoParameters } from '#core/video/parameters.ts';
import { FINAL_SEC } from '#core/video/plan/durations.ts';
import { type FitMode, fitModes } from '#core/video/plan/fit-modes.ts';
import { Button } from '../../ui/Button.tsx';
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx';
import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import { ParameterField } from '../../ui/fields/ParameterField.tsx';
import { FoldedSection, ParameterFields } from '../../ui/fields/ParameterFields.tsx';
import { SidePanel } from '../../ui/screen/SidePanel.tsx';
import type { CaptionPreview } from './CaptionsEditor.tsx';
import { changeFit } from './document.ts';
import type { VideoPreviewPlayer } from './frame-style.ts';
import { fieldsOf, fitsOf, type VideoMaker } from './maker.ts';
import type { MakerView } from './maker-view.ts';
import type { PreviewPlan, SlideCount } from './preview-plan.ts';
import { QualityFields } from './QualityFields.tsx';
import { SlideRounds } from './SlideRounds.tsx';
import { slideshowTool } from './slideshow.tool.ts';
import { TitleField, TitleFromTags } from './TitleFields.tsx';
import { videoTool } from './video.tool.ts';
import { useVideoDocument, type VideoScreenWork } from './video-screen-work.ts';

const CaptionsEditor = lazy(() => import('./CaptionsEditor.tsx'));

interface MakerPanelProps {
  readonly maker: VideoMaker;
  readonly screen: VideoScreenWork;
  readonly view: MakerView;
  readonly slideCount: SlideCount | undefined;
  readonly addFiles: (files: readonly File[]) => void;
  readonly previewPlayer: VideoPreviewPlayer;
  readonly plan: PreviewPlan | undefined;
  readonly children: ReactNode;
}

export function MakerPanel(props: MakerPanelProps) {
  const { maker, screen, view, slideCount, plan, previewPlayer, children } = props;
  const { settings, cues } = useVideoDocument(screen);
  const restored = screen.use((state) => state.restored);
  const change = screen.changeSettings;
  const { t } = useTranslation(['app', 'media']);
  const { tab, slot } = view;
  const bySlot = maker.mainSlots > 1;
  const { quality } = videoParameters;
  const changeQuality = (next: number) => change({ quality: next }, 'quality');
  const changeWatermark = (watermark: boolean) => {
    change({ watermark }, 'watermark');
    if (plan) previewPlayer.seek(plan.timeline.frames / plan.timeline.fps - FINAL_SEC / 2);
  };
  const fieldsOfSection = (section: string) => (
    <ParameterFields
      operation={maker.operation.id}
      fields={fieldsOf(maker)}
      values={{ ...settings }}
      onChange={(name, value, control) => change({ [name]: value }, control)}
      section={section}
      live
      elsewhere={bySlot ? slideshowTool.setElsewhere['sound-to-slideshow'] : videoTool.setElsewhere['sound-to-video']}
      custom={{
        ...(bySlot && { fitMain: <SlotFit {...{ maker, screen, slot }} /> }),
        title: <TitleField {...{ maker, screen }} name="title" />,
        artist: <TitleField {...{ maker, screen }} name="artist" />,
        watermark: (
          <div className="grid gap-1">
            <ParameterField
              operation={maker.operation.id}
              name="watermark"
              field={videoParameters.watermark}
              value={settings.watermark}
              onChange={changeWatermark}
            />
            <p className="panel-note">{t('media:maker.notes.watermark')}</p>
          </div>
        ),
        quality: (
          <QualityFields quality={settings.quality} onChange={changeQuality}>
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
  );
  return (
    <SidePanel tool={maker.tool}>
      {fieldsOfSection(tab)}
      {(tab === 'main' || tab === 'resolution') && slideCount && slideCount.slides >= slideCount.images && (
        <SlideRounds count={slideCount} {...{ settings, change }} />
      )}
      {tab === 'resolution' && (
        <Fragment key={String(restored)}>
          <FoldedSection heading={t('media:maker.waveform')} isChanged={moves(settings)}>
            {fieldsOfSection('waveform')}
            <p className="panel-note">{t('media:maker.notes.waveform')}</p>
          </FoldedSection>
          <FoldedSection heading={t('media:maker.title')} isChanged={hasTitle(settings)}>
            {fieldsOfSection('title')}
            <TitleFromTags screen={screen} />
          </FoldedSection>
          <FoldedSection
            heading={cues ? t('media:captions.count', { count: cues.length }) : t('media:captions.title')}
            isChanged={cues !== undefined}
            isLazy
          >
            <Suspense>
              <MakerCaptions {...props} />
            </Suspense>
          </FoldedSection>
          {fieldsOfSection('quality')}
        </Fragment>
      )}
      <p className="panel-note">{t(`media:maker.notes.${tab}`)}</p>
      {children}
    </SidePanel>
  );
}

function MakerCaptions({ maker, screen, addFiles, previewPlayer, plan }: MakerPanelProps) {
  const { t } = useTranslation(['app', 'media']);
  const { audio, cues, settings } = useVideoDocument(screen);
  const { played, audioOffsetSec = 0 } = plan?.audio ?? {};
  const isPlaying = () => previewPlayer.use.getState().playing;
  const preview: CaptionPreview = {
    played,
    missing: played ? undefined : t('media:captions.needsAudio'),
    now: () => Math.max(0, previewPlayer.position - audioOffsetSec),
    seek: (seconds) => previewPlayer.seek(seconds + audioOffsetSec),
    play: () => !isPlaying() && previewPlayer.togglePlay(),
    pause: () => isPlaying() && previewPlayer.togglePlay(),
  };
  return (
    <>
      <CaptionsEditor
        operation={maker.operation.id}
        {...{ cues, addFiles, preview, settings }}
        change={(apply, joins) => screen.document.change('captions', apply, joins)}
        audioName={audio?.name}
        changeSettings={screen.changeSettings}
      />
      <p className="panel-note">{t('media:maker.notes.captions')}</p>
    </>
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

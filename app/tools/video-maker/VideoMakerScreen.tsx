import './video-maker.css';
import { FolderOpen } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasTitle } from '#core/text/captions/title-settings.ts';
import { moves } from '#core/video/moving/settings.ts';
import { imageFrames } from '#core/video/plan/durations.ts';
import { resolutions } from '#core/video/plan/resolutions.ts';
import type { ImageId, Timeline } from '#core/video/plan/timeline.ts';
import { ACCEPTED_AUDIO } from '../../intake/accepted-audio.ts';
import { useArrivals } from '../../intake/use-arrivals.ts';
import { needWords } from '../../locales/i18n.ts';
import { ACCEPTED_IMAGES } from '../../ui/accepted-images.ts';
import { useMediumScreen } from '../../ui/large-screen.ts';
import { FileButton } from '../../ui/screen/FileButton.tsx';
import { ToolFrame } from '../../ui/screen/ToolFrame.tsx';
import { DropTarget } from '../../ui/stage/DropStage.tsx';
import { FinishedVideoStage } from './FinishedVideoStage.tsx';
import { createVideoPreviewPlayer, type FrameImage } from './frame-style.ts';
import { ACCEPTED_CAPTIONS } from './intake.ts';
import { MakerActions, useMakerHistory } from './MakerActions.tsx';
import { MakerPanel } from './MakerPanel.tsx';
import { MakerStage } from './MakerStage.tsx';
import { MakerTabs } from './MakerTabs.tsx';
import { fitOf, type MakerSettings, mainSlot, type SlotId, type VideoMaker } from './maker.ts';
import { type MakerView, useMakerView } from './maker-view.ts';
import type { FrameRange } from './playback.ts';
import { countSlidesOf, planPreview, previewSize, textLook } from './preview-plan.ts';
import { Summary, Warnings } from './Summary.tsx';
import { filledSlots } from './slots.ts';
import { useMoving } from './use-moving.ts';
import {
  type FinishedVideo,
  orderOf,
  useAudioSec,
  useRemovedSilence,
  useVideoDocument,
  type VideoScreenWork,
  videoScreenOf,
} from './video-screen-work.ts';

await needWords('media');

interface VideoMakerScreenProps {
  readonly maker: VideoMaker;
}

export function VideoMakerScreen({ maker }: VideoMakerScreenProps) {
  const screen = useMemo(() => videoScreenOf(maker), [maker]);
  const [previewPlayer] = useState(createVideoPreviewPlayer);
  const { busy, restored, video } = screen.use();
  const files = useVideoDocument(screen);
  const { slots, settings, cues } = files;
  const audioId = files.audio?.id;
  const audioSec = useAudioSec(screen);
  const removed = useRemovedSilence(screen);
  const images = screen.images.use(({ values }) => values);
  const [view, storeView] = useMakerView(maker);
  const order = orderOf(maker, files);
  const isFresh = video?.key === order.key;
  // Finished video that a change of tab has hidden. Another video, or a new visit to the screen, resets this state.
  const [hidden, setHidden] = useState<FinishedVideo>();
  const made = video && isFresh && video !== hidden && !busy ? video : undefined;
  const setView = (change: Partial<MakerView>) => {
    setHidden(video);
    storeView(change);
  };
  const history = useMakerHistory(screen);
  useEffect(() => void screen.restore(), [screen]);

  const filled = useMemo(() => filledSlots(maker, slots), [maker, slots]);
  const previewPlan = useMemo(
    () => (audioSec === undefined ? undefined : planPreview(maker, settings, filled, audioSec, { cues, removed })),
    [maker, settings, filled, audioSec, cues, removed],
  );
  const frameStyle = useMemo(() => {
    const images = new Map<ImageId, FrameImage>();
    for (const slot of filled) {
      const image = slots[slot];
      if (image) images.set(slot, { id: image.id, fit: fitOf(slot, settings) });
    }
    return { ...previewSize(settings.resolution), images, texts: textLook(settings) };
  }, [filled, slots, settings]);
  const moving = useMoving(screen, previewPlan, frameStyle);
  useEffect(() => {
    const program = previewPlan &&
      audioId !== undefined && { timeline: previewPlan.timeline, audio: { id: audioId, settings }, moving };
    previewPlayer.setProgram(program || undefined, frameStyle);
  }, [previewPlayer, previewPlan, audioId, settings, frameStyle, moving]);

  const open = openSlot(view.tab, view.slot);
  const shown: ImageId = open ?? filled.find((slot) => slot !== 'start') ?? filled[0] ?? 'white';
  useEffect(() => previewPlayer.showImage(shown), [previewPlayer, shown]);
  // Choosing a waveform or typing a title shows it.
  const { from, to } = (previewPlan && decoratedFrames(settings, previewPlan.timeline)) ?? {};
  const look = JSON.stringify(textLook(settings).title) + settings.progressBar + settings.waveformColor;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed look shows the video
  useEffect(() => {
    if (view.tab === 'resolution' && from !== undefined && to !== undefined) previewPlayer.showVideo({ from, to });
  }, [previewPlayer, view.tab, from, to, look]);

  const durations = previewPlan?.durations;
  const warningsOf = (slot: SlotId) => {
    const details = images.get(slots[slot]?.id ?? '');
    return details?.state === 'ready' ? details.value.warnings : [];
  };
  const slideCount = maker.mainSlots > 1 && durations ? countSlidesOf(filled, settings, durations) : undefined;
  const addTo = open ?? (view.tab === 'sound' ? 'sound' : undefined);
  const addFiles = useCallback((added: readonly File[]) => void screen.addFiles(added, addTo), [screen, addTo]);
  useArrivals(maker.tool, addFiles);

  return (
    <DropTarget onFile={(file) => addFiles([file])} onFiles={addFiles}>
      <ToolFrame
        tool={maker.tool}
        filled={files.audio !== undefined || filled.length > 0}
        file={<MakerLine {...{ maker, screen, addFiles }} />}
        history={history}
        idle
        stage={
          made ? (
            <FinishedVideoStage video={made} hide={() => setHidden(made)} />
          ) : (
            <MakerStage
              maker={maker}
              screen={screen}
              previewPlayer={previewPlayer}
              size={resolutions[settings.resolution]}
              open={open}
              still={frameStyle.images.has(shown) ? shown : 'white'}
              plan={previewPlan}
              addFiles={addFiles}
              loading={!restored}
              showVideo={video && isFresh && !busy ? () => setHidden(undefined) : undefined}
            />
          )
        }
        actions={<MakerActions {...{ maker, screen, order }} />}
        intake={
          <Warnings
            {...{ maker, filled, settings, change: screen.changeSettings }}
            {...(busy ? {} : { durations, slideCount, ofImages: filled.flatMap(warningsOf) })}
          />
        }
        tabs={<MakerTabs {...{ maker, screen, view, setView, addFiles }} onOpen={() => previewPlayer.showStill()} />}
        panel={
          <MakerPanel {...{ maker, screen, view, slideCount, addFiles, previewPlayer }} plan={previewPlan}>
            <Summary durations={durations} timing={settings} />
          </MakerPanel>
        }
      />
    </DropTarget>
  );
}

/** Returns the frames that show a waveform, a progress bar or a title; `undefined` for none. */
const decoratedFrames = (settings: MakerSettings, timeline: Timeline): FrameRange | undefined =>
  moves(settings) || hasTitle(settings) ? imageFrames(settings, timeline) : undefined;

function openSlot(tab: string, slot: number): SlotId | undefined {
  if (tab === 'main') return mainSlot(slot);
  return tab === 'start' || tab === 'end' ? tab : undefined;
}

interface MakerLineProps {
  readonly maker: VideoMaker;
  readonly screen: VideoScreenWork;
  readonly addFiles: (files: readonly File[]) => void;
}

function MakerLine({ maker, screen, addFiles }: MakerLineProps) {
  const { t } = useTranslation(['app', 'media']);
  const hasRoom = useMediumScreen();
  const { audio, slots } = useVideoDocument(screen);
  const images = filledSlots(maker, slots).length;
  if (!audio && images === 0) return null;
  return (
    <div className="source-line" data-named>
      <p className="source-file">
        <span className="upload-name" title={audio?.name}>
          {audio?.name ?? t('media:maker.noAudio')}
        </span>
        <span className="source-bytes tabular">{t('media:maker.imageCount', { count: images })}</span>
      </p>
      <FileButton
        accept={`${ACCEPTED_AUDIO},${ACCEPTED_IMAGES},${ACCEPTED_CAPTIONS}`}
        onFiles={addFiles}
        icon={FolderOpen}
        iconOnly={!hasRoom}
        look="quiet"
      >
        {t('media:maker.openFiles')}
      </FileButton>
    </div>
  );
}

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { resolutions } from '#core/video/plan/resolutions.ts';
import type { PictureId } from '#core/video/plan/timeline.ts';
import { useArrivals } from '../../intake/use-arrivals.ts';
import { needWords } from '../../locales/i18n.ts';
import { ToolFrame } from '../../ui/screen/ToolScreen.tsx';
import { DropTarget } from '../../ui/stage/DropStage.tsx';
import { FinishedVideoStage } from './FinishedVideoStage.tsx';
import type { FramePicture } from './frame-style.ts';
import { MakerActions, useMakerWork } from './MakerActions.tsx';
import { MakerLine } from './MakerLine.tsx';
import { MakerPanel } from './MakerPanel.tsx';
import { MakerStage } from './MakerStage.tsx';
import { MakerTabs } from './MakerTabs.tsx';
import { arrivalDurations, fitOf, mainSlot, type SlotId, type VideoMaker } from './maker.ts';
import { countSlidesOf, planPreview, previewSize } from './preview-plan.ts';
import { PreviewPlayer } from './preview-player.ts';
import type { FinishedVideo } from './project-document.ts';
import { Summary, Warnings } from './Summary.tsx';
import { type ChangeSettings, type MakerView, useMakerSettings, useMakerView } from './settings.ts';
import { filledSlots } from './slots.ts';
import { projectOf } from './video-project.ts';
import './video-maker.css';

await needWords('media');

interface VideoMakerScreenProps {
  readonly maker: VideoMaker;
}

export function VideoMakerScreen({ maker }: VideoMakerScreenProps) {
  const project = useMemo(() => projectOf(maker), [maker]);
  const [previewPlayer] = useState(() => new PreviewPlayer());
  const { sound, slots, busy, restored, video } = project.use();
  const [settings, store] = useMakerSettings(maker);
  const [view, storeView] = useMakerView(maker);
  const work = useMakerWork(maker, project, settings);
  // Finished video that a change of tab has hidden. Another video, or a new visit to the screen, resets this state.
  const [hidden, setHidden] = useState<FinishedVideo>();
  const made = video && work.isFresh && video !== hidden && !busy ? video : undefined;
  const setView = (change: Partial<MakerView>) => {
    setHidden(video);
    storeView(change);
  };
  useEffect(() => void project.restore(), [project]);

  const filled = useMemo(() => filledSlots(maker, slots), [maker, slots]);
  const previewPlan = useMemo(
    () => (sound ? planPreview(maker, settings, filled, sound.durationSec) : undefined),
    [maker, settings, filled, sound],
  );
  const frameStyle = useMemo(() => {
    const pictures = new Map<PictureId, FramePicture>();
    for (const slot of filled) {
      const item = slots[slot];
      if (item?.blob) pictures.set(slot, { id: item.id, blob: item.blob, fit: fitOf(slot, settings) });
    }
    return { ...previewSize(settings.resolution), pictures };
  }, [filled, slots, settings]);
  useEffect(() => {
    const program = previewPlan &&
      sound && { timeline: previewPlan.timeline, sound: { id: sound.id, timing: settings } };
    previewPlayer.setProgram(program, frameStyle);
  }, [previewPlayer, previewPlan, sound, settings, frameStyle]);

  const open = openSlot(view.tab, view.slot);
  const shown: PictureId = open ?? filled.find((slot) => slot !== 'start') ?? filled[0] ?? 'white';
  useEffect(() => previewPlayer.showPicture(shown), [previewPlayer, shown]);

  const durations = previewPlan?.durations;
  const slideCount = maker.mainSlots > 1 && durations ? countSlidesOf(filled, settings, durations) : undefined;
  const addTo = open ?? (view.tab === 'sound' ? 'sound' : undefined);
  // Reads the latest settings, because the visitor may type a duration during image decoding.
  const latest = useRef(settings);
  latest.current = settings;
  const change = useCallback<ChangeSettings>(
    (next, control) => {
      const now = latest.current;
      if (JSON.stringify({ ...now, ...next }) === JSON.stringify(now)) return;
      project.record(control);
      store(next);
    },
    [project, store],
  );
  const onArrival = useCallback(
    (slot: SlotId) => {
      const durations = arrivalDurations(latest.current, slot);
      // The durations of new images are part of the undo step that adds the images.
      if (Object.keys(durations).length > 0) store(durations);
    },
    [store],
  );
  const addFiles = useCallback(
    (files: readonly File[]) => void project.addFiles(files, addTo, onArrival),
    [project, addTo, onArrival],
  );
  const addSaved = (slot: SlotId) => void project.addSaved(slot, onArrival);
  useArrivals(maker.tool, addFiles);

  return (
    <DropTarget onFile={(file) => addFiles([file])} onFiles={addFiles}>
      <ToolFrame
        tool={maker.tool}
        filled={sound !== undefined || filled.length > 0}
        line={<MakerLine {...{ maker, project, addFiles }} />}
        stage={
          made ? (
            <FinishedVideoStage video={made} hide={() => setHidden(made)} />
          ) : (
            <MakerStage
              maker={maker}
              project={project}
              previewPlayer={previewPlayer}
              size={resolutions[settings.resolution]}
              open={open}
              still={frameStyle.pictures.has(shown) ? shown : 'white'}
              timeline={previewPlan?.timeline}
              addFiles={addFiles}
              loading={!restored}
              showVideo={video && work.isFresh && !busy ? () => setHidden(undefined) : undefined}
            />
          )
        }
        actions={
          <MakerActions {...{ maker, project, settings, change, work }}>
            <Warnings
              {...{ maker, filled, settings, change }}
              {...(busy
                ? {}
                : { durations, slideCount, ofImages: filled.flatMap((slot) => slots[slot]?.warnings ?? []) })}
            />
          </MakerActions>
        }
        tabs={
          <MakerTabs
            {...{ maker, project, settings, store, view, setView, addFiles, addSaved }}
            onOpen={() => previewPlayer.showStill()}
          />
        }
        panel={
          <MakerPanel
            {...{ maker, settings, change, view }}
            {...{ durations, slideCount }}
            disabled={busy?.doing === 'generating'}
          >
            <Summary durations={durations} timing={settings} />
          </MakerPanel>
        }
      />
    </DropTarget>
  );
}

function openSlot(tab: string, slot: number): SlotId | undefined {
  if (tab === 'main') return mainSlot(slot);
  return tab === 'start' || tab === 'end' ? tab : undefined;
}

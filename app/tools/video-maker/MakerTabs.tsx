import { AudioLines, FolderOpen, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { ACCEPTED_AUDIO } from '../../intake/accepted-audio.ts';
import { ACCEPTED_IMAGES } from '../../ui/accepted-images.ts';
import { Button } from '../../ui/Button.tsx';
import { useObjectUrl } from '../../ui/object-url.ts';
import { FileButton } from '../../ui/screen/FileButton.tsx';
import { LoadLastButton } from '../../ui/screen/LoadLastButton.tsx';
import { TrimmedWaveform } from '../audio-converter/TrimmedWaveform.tsx';
import { MediaPlayer } from '../player/MediaPlayer.tsx';
import type { AudioDetails } from './audio-details.ts';
import { Boundaries } from './Boundaries.tsx';
import { intakeOf } from './intake.ts';
import { mainSlot, type SlotId, type VideoMaker } from './maker.ts';
import { type MakerTab, type MakerView, makerTabs } from './maker-view.ts';
import { SlotGrid } from './SlotGrid.tsx';
import { useSecondsText } from './seconds-text.ts';
import { trimBoundaries } from './storyboard.ts';
import { useRemovedSilence, useVideoDocument, type VideoScreenWork } from './video-screen-work.ts';

interface MakerTabsProps {
  readonly maker: VideoMaker;
  readonly screen: VideoScreenWork;
  readonly view: MakerView;
  readonly setView: (change: Partial<MakerView>) => void;
  readonly addFiles: (files: readonly File[]) => void;
  /** Called when the visitor selects a slot, even if the slot is already selected. */
  readonly onOpen: () => void;
}

export function MakerTabs(props: MakerTabsProps) {
  const { maker, screen, view, setView, addFiles, onOpen } = props;
  const { t } = useTranslation(['app', 'media']);
  const labels = useTabLabels(maker);
  const isSlideshow = maker.mainSlots > 1;
  return (
    <section className="card source-card maker-card">
      <Tabs
        className="tabs"
        selectedKey={view.tab}
        onSelectionChange={(key) => setView({ tab: key as MakerTab })}
        keyboardActivation="manual"
      >
        <TabList className="tab-list" aria-label={t('media:maker.parts')}>
          {makerTabs.map((tab) => (
            <Tab key={tab} id={tab} className="tab">
              {labels[tab]}
            </Tab>
          ))}
        </TabList>
        <TabPanel id="resolution" className="tab-panel" />
        <TabPanel id="sound" className="tab-panel">
          <AudioTab {...{ screen, addFiles }} />
        </TabPanel>
        <TabPanel id="start" className="tab-panel">
          <ImageRow {...{ screen, addFiles }} slot="start" />
        </TabPanel>
        <TabPanel id="main" className="tab-panel maker-mains">
          <ImageRow {...{ screen, addFiles }} slot={mainSlot(view.slot)} multiple={isSlideshow} />
          {isSlideshow && (
            <SlotGrid {...{ maker, screen, onOpen }} active={view.slot} onActive={(slot) => setView({ slot })} />
          )}
        </TabPanel>
        <TabPanel id="end" className="tab-panel">
          <ImageRow {...{ screen, addFiles }} slot="end" />
        </TabPanel>
      </Tabs>
      <IntakeNotes {...{ maker, screen }} />
    </section>
  );
}

export function useTabLabels({ mainSlots }: VideoMaker): Readonly<Record<MakerTab, string>> {
  const { t } = useTranslation(['app', 'media']);
  return {
    resolution: t('media:maker.resolution'),
    sound: t('media:maker.sound'),
    start: t('media:maker.startImage'),
    main: mainSlots > 1 ? t('media:maker.mainImages') : t('media:maker.mainImage'),
    end: t('media:maker.endImage'),
  };
}

interface AudioTabProps {
  readonly screen: VideoScreenWork;
  readonly addFiles: (files: readonly File[]) => void;
}

function AudioTab({ screen, addFiles }: AudioTabProps) {
  const { t } = useTranslation(['app', 'media']);
  const { audio } = useVideoDocument(screen);
  const details = screen.audioFiles.useReady(audio?.id);
  return (
    <div className="maker-sound">
      <OpenFile
        name={audio?.name}
        fact={details && t('media:sound.seconds', { seconds: details.durationSec.toFixed(2) })}
        clearLabel={t('media:maker.clearAudio')}
        clear={screen.clearAudio}
      />
      <div className="upload-row">
        <FileButton accept={ACCEPTED_AUDIO} onFiles={addFiles} multiple={false} icon={AudioLines}>
          {t('common.chooseFile')}
        </FileButton>
      </div>
      {audio && details && <AudioView id={audio.id} audio={details} screen={screen} />}
    </div>
  );
}

function AudioView({ screen, id, audio: { file, durationSec } }: Omit<AudioTabProps, 'addFiles'> & AudioViewProps) {
  const { t } = useTranslation(['app', 'media']);
  const { settings } = useVideoDocument(screen);
  const peaks = screen.peaks.useReady(id);
  const url = useObjectUrl(file);
  const removed = useRemovedSilence(screen);
  const player = useRef<HTMLMediaElement>(null);
  return (
    <>
      <TrimmedWaveform
        name={file.name}
        peaks={peaks}
        {...{ durationSec, player }}
        fromSec={settings.trimStartSec + removed.startSec}
        toSec={durationSec - settings.trimEndSec - removed.endSec}
      >
        <Boundaries
          {...{ screen }}
          boundaries={trimBoundaries(screen.maker, settings, durationSec)}
          seconds={durationSec}
        />
      </TrimmedWaveform>
      <MediaPlayer src={url} label={t('media:sound.player', { name: file.name })} element={player} />
    </>
  );
}

interface AudioViewProps {
  readonly id: string;
  readonly audio: AudioDetails;
}

interface ImageRowProps {
  readonly screen: VideoScreenWork;
  readonly slot: SlotId;
  readonly addFiles: (files: readonly File[]) => void;
  readonly multiple?: boolean;
}

function ImageRow({ screen, slot, addFiles, multiple = false }: ImageRowProps) {
  const { t } = useTranslation(['app', 'media']);
  const image = useVideoDocument(screen).slots[slot];
  const details = screen.images.useReady(image?.id);
  return (
    <div className="maker-image">
      <OpenFile
        name={image?.name}
        fact={details && t('common.imageSize', { width: details.width, height: details.height })}
        clearLabel={t('media:maker.clearImage')}
        clear={() => screen.clearImage(slot)}
      />
      <div className="upload-row">
        <FileButton accept={ACCEPTED_IMAGES} onFiles={addFiles} multiple={multiple} icon={FolderOpen}>
          {t('common.chooseFile')}
        </FileButton>
        <LoadLastButton onLoad={() => void screen.addSaved(slot)} />
      </div>
    </div>
  );
}

interface OpenFileProps {
  readonly name: string | undefined;
  readonly fact: string | undefined;
  readonly clearLabel: string;
  readonly clear: () => void;
}

/** Names the open file, and clears it. */
function OpenFile({ name, fact, clearLabel, clear }: OpenFileProps) {
  const { t } = useTranslation();
  return (
    <div className="maker-file">
      {name === undefined ? (
        t('common.noFileSelected')
      ) : (
        <span className="maker-file-name" title={name}>
          <span>{name}</span>
          <span>{fact && ` · ${fact}`}</span>
        </span>
      )}
      <Button look="quiet" iconOnly icon={Trash2} onClick={clear} disabled={name === undefined}>
        {clearLabel}
      </Button>
    </div>
  );
}

function IntakeNotes({ maker, screen }: { maker: VideoMaker; screen: VideoScreenWork }) {
  const { t } = useTranslation(['app', 'media']);
  const secondsText = useSecondsText();
  const arrivals = screen.use((state) => state.arrivals);
  const { slots, settings } = useVideoDocument(screen);
  const fittedSec = arrivals?.fittedSec;
  const { toMain, skippedImages, skippedAudio } = intakeOf(slots, arrivals);
  const isSlideshow = maker.mainSlots > 1;
  return (
    <div className="maker-notes">
      <div role="status">
        {toMain > 0 && <p className="panel-note">{t('media:maker.toMain', { count: toMain })}</p>}
        {fittedSec !== undefined && fittedSec === settings.imageDurationSec && (
          <p className="panel-note">{t('media:maker.fitted', { seconds: secondsText(fittedSec) })}</p>
        )}
        {skippedImages > 0 && (
          <p className="maker-warning">
            {isSlideshow
              ? t('media:maker.skipped', { count: skippedImages })
              : t('common.skipped', { count: skippedImages })}
          </p>
        )}
        {skippedAudio > 0 && <p className="maker-warning">{t('media:maker.skippedAudio', { count: skippedAudio })}</p>}
      </div>
    </div>
  );
}

import './player.css';
import { FolderOpen } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openSampleWith } from '../../image-tool/samples.ts';
import { useArrivals } from '../../intake/use-arrivals.ts';
import { needWords } from '../../locales/i18n.ts';
import { useToolSettings } from '../../storage/settings.ts';
import { isComposing, isTyping } from '../../ui/keys.ts';
import { useMediumScreen } from '../../ui/large-screen.ts';
import { FileButton } from '../../ui/screen/FileButton.tsx';
import { ToolFrame } from '../../ui/screen/ToolFrame.tsx';
import { reportSkippedFiles } from '../../ui/skipped-files.ts';
import { DropTarget } from '../../ui/stage/DropStage.tsx';
import { DEFAULT_AUDIO, restoreAudio, TOOL } from './audio-settings.ts';
import { DetailsPanel } from './DetailsPanel.tsx';
import { ACCEPTED_VIDEOS, isCaptionFile } from './files.ts';
import { PlayerControls } from './PlayerControls.tsx';
import { PlayerStage } from './PlayerStage.tsx';
import { PlayerController } from './player-controller.ts';
import { playerTool } from './tool.ts';

await needWords('media');

export function VideoPlayback() {
  const { t } = useTranslation(['app', 'media']);
  const hasRoom = useMediumScreen();
  const [controller] = useState(() => new PlayerController());
  const fileName = controller.use((state) => state.fileName);
  const [audio, changeAudio] = useToolSettings(TOOL, 'audio', DEFAULT_AUDIO, restoreAudio);
  const [stage, setStage] = useState<HTMLElement | null>(null);
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null);
  useEffect(() => {
    controller.attach(canvas);
    return () => controller.attach(null);
  }, [controller, canvas]);
  useEffect(() => controller.setVolume(audio.volume, audio.muted), [controller, audio.volume, audio.muted]);
  useEffect(() => controller.setKeepsPitch(audio.keepsPitch), [controller, audio.keepsPitch]);
  usePlayerKeys(controller);

  const openFiles = useCallback(
    (files: readonly File[]) => {
      const video = files.find((file) => !isCaptionFile(file.name));
      const captions = files.find((file) => isCaptionFile(file.name));
      reportSkippedFiles(files.length - [video, captions].filter(Boolean).length);
      if (video) void controller.load(video);
      if (captions) void controller.loadCaptions(captions);
    },
    [controller],
  );
  // Opens files only after the canvas exists, because the player draws on the canvas.
  useArrivals(TOOL, canvas ? openFiles : undefined);
  const openSample = () => void openSampleWith(playerTool.samples[0], (file) => controller.load(file));

  return (
    <DropTarget onFile={(file) => openFiles([file])} onFiles={openFiles}>
      <ToolFrame
        tool={TOOL}
        filled={fileName !== undefined}
        idle
        file={
          <div className="source-line" data-named={fileName !== undefined || undefined}>
            <p className="source-file">
              <span className="upload-name" title={fileName}>
                {fileName ?? t('media:player.noFile')}
              </span>
            </p>
            <FileButton
              accept={ACCEPTED_VIDEOS}
              onFile={(file) => openFiles([file])}
              icon={FolderOpen}
              iconOnly={!hasRoom}
              look={fileName === undefined ? 'secondary' : 'quiet'}
            >
              {t('common.chooseFile')}
            </FileButton>
          </div>
        }
        stage={
          <section className="player" ref={setStage} aria-label={t('video_playback.name')}>
            <PlayerStage controller={controller} canvasRef={setCanvas} openFiles={openFiles} openSample={openSample} />
            <PlayerControls
              controller={controller}
              stage={stage}
              canvas={canvas}
              audio={audio}
              changeAudio={changeAudio}
            />
          </section>
        }
        actions={null}
        panel={<DetailsPanel controller={controller} audio={audio} changeAudio={changeAudio} />}
      />
    </DropTarget>
  );
}

const SEEK_SECONDS = 5;

const SEEK_KEYS: readonly string[] = ['ArrowLeft', 'ArrowRight'];

/** Keyboard shortcuts of the video player: Space toggles playback, arrows seek, comma and period step one frame. */
function usePlayerKeys(controller: PlayerController): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isComposing(event) || isTyping(event.target)) return;
      if (!controller.use.getState().loaded || isHandledByControl(event)) return;
      const act = actionOf(event.key, controller);
      if (!act) return;
      event.preventDefault();
      if (SEEK_KEYS.includes(event.key)) controller.holdPosition();
      act();
    };
    const release = (event: KeyboardEvent) => SEEK_KEYS.includes(event.key) && controller.releasePosition();
    const releaseAll = () => controller.releasePosition();
    // Handles keys in the capture phase, before the seek bar handles arrow keys.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    window.addEventListener('keyup', release, { capture: true });
    window.addEventListener('blur', releaseAll);
    return () => {
      window.removeEventListener('keydown', onKeyDown, { capture: true });
      window.removeEventListener('keyup', release, { capture: true });
      window.removeEventListener('blur', releaseAll);
    };
  }, [controller]);
}

function actionOf(key: string, controller: PlayerController): (() => void) | undefined {
  switch (key) {
    case ' ':
      return () => controller.togglePlay();
    case 'ArrowLeft':
      return () => controller.seekBy(-SEEK_SECONDS);
    case 'ArrowRight':
      return () => controller.seekBy(SEEK_SECONDS);
    case ',':
      return () => controller.step(-1);
    case '.':
      return () => controller.step(1);
    default:
      return undefined;
  }
}

function isHandledByControl({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('[role=dialog],[role=listbox],[role=menu],dialog')) return true;
  if (key === ' ') return target.closest('button,a,summary,[role=button]') !== null;
  if (!key.startsWith('Arrow')) return false;
  return target.closest('input:not([data-seek]),[role=slider],[aria-haspopup]') !== null;
}

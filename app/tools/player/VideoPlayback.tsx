import { FolderOpen } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openSampleWith } from '../../image-tool/samples.ts';
import { useArrivals } from '../../intake/use-arrivals.ts';
import { needWords } from '../../locales/i18n.ts';
import { useToolSettings } from '../../storage/settings.ts';
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
import { usePlayerKeys } from './player-keys.ts';
import './player.css';
import { playerTool } from './tool.ts';

await needWords('media');

export function VideoPlayback() {
  const { t } = useTranslation(['app', 'media']);
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
          <div className="source-line">
            <p className="source-file">
              <span className="upload-name" title={fileName}>
                {fileName ?? t('media:player.noFile')}
              </span>
            </p>
            <FileButton accept={ACCEPTED_VIDEOS} onFile={(file) => openFiles([file])} icon={FolderOpen}>
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

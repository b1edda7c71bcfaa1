import { AudioLines, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ACCEPTED_AUDIO } from '../../ui/accepted-audio.ts';
import { Button } from '../../ui/Button.tsx';
import { useObjectUrl } from '../../ui/object-url.ts';
import { FileButton } from '../../ui/screen/FileButton.tsx';
import { Waveform } from '../audio-converter/Waveform.tsx';
import { MediaPlayer } from '../player/MediaPlayer.tsx';
import type { AudioDetails } from './audio-details.ts';
import type { MakerSettings } from './maker.ts';
import { useVideoDocument, type VideoScreenWork } from './video-screen-work.ts';

interface AudioTabProps {
  readonly screen: VideoScreenWork;
  readonly addFiles: (files: readonly File[]) => void;
}

export function AudioTab({ screen, addFiles }: AudioTabProps) {
  const { t } = useTranslation(['app', 'media']);
  const { audio, settings } = useVideoDocument(screen);
  const details = screen.audioFiles.useReady(audio?.id);
  return (
    <div className="maker-sound">
      <div className="upload-row">
        <FileButton accept={ACCEPTED_AUDIO} onFiles={addFiles} multiple={false} icon={AudioLines}>
          {t('common.chooseFile')}
        </FileButton>
        <Button icon={Trash2} onClick={screen.clearAudio} disabled={!audio}>
          {t('media:maker.clearAudio')}
        </Button>
        <span className="upload-name" title={audio?.name}>
          {audio?.name ?? t('common.noFileSelected')}
          {details && ` · ${t('media:sound.seconds', { seconds: details.durationSec.toFixed(2) })}`}
        </span>
        {!audio && <p className="drop-area">{t('media:maker.dropAudio')}</p>}
      </div>
      {details && <AudioView audio={details} settings={settings} />}
    </div>
  );
}

function AudioView({ audio: { file, durationSec }, settings }: { audio: AudioDetails; settings: MakerSettings }) {
  const { t } = useTranslation(['app', 'media']);
  const url = useObjectUrl(file);
  const part = (seconds: number) => `${Math.min(100, (seconds / durationSec) * 100)}%`;
  return (
    <>
      <div className="maker-wave">
        <Waveform name={file.name} file={file} />
        <span className="maker-trim" style={{ insetInlineStart: 0, inlineSize: part(settings.trimStartSec) }} />
        <span className="maker-trim" style={{ insetInlineEnd: 0, inlineSize: part(settings.trimEndSec) }} />
      </div>
      <MediaPlayer src={url} label={t('media:sound.player', { name: file.name })} />
    </>
  );
}

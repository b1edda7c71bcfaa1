import { AudioLines, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ACCEPTED_AUDIO } from '../../ui/accepted-audio.ts';
import { Button } from '../../ui/Button.tsx';
import { useObjectUrl } from '../../ui/object-url.ts';
import { FileButton } from '../../ui/screen/FileButton.tsx';
import { MediaPlayer } from '../player/MediaPlayer.tsx';
import { Waveform } from '../sound-converter/Waveform.tsx';
import type { MakerSettings } from './maker.ts';
import type { SoundDetails } from './sound-details.ts';
import { useProject, type VideoProject } from './video-project.ts';

interface SoundTabProps {
  readonly project: VideoProject;
  readonly addFiles: (files: readonly File[]) => void;
}

export function SoundTab({ project, addFiles }: SoundTabProps) {
  const { t } = useTranslation(['app', 'media']);
  const { sound, settings } = useProject(project);
  const details = project.sounds.useReady(sound?.id);
  return (
    <div className="maker-sound">
      <div className="upload-row">
        <FileButton accept={ACCEPTED_AUDIO} onFiles={addFiles} multiple={false} icon={AudioLines}>
          {t('common.chooseFile')}
        </FileButton>
        <Button icon={Trash2} onClick={project.clearSound} disabled={!sound}>
          {t('media:maker.clearSound')}
        </Button>
        <span className="upload-name" title={sound?.name}>
          {sound?.name ?? t('common.noFileSelected')}
          {details && ` · ${t('media:sound.seconds', { seconds: details.durationSec.toFixed(2) })}`}
        </span>
        {!sound && <p className="drop-area">{t('media:maker.dropSound')}</p>}
      </div>
      {details && <SoundView sound={details} settings={settings} />}
    </div>
  );
}

function SoundView({ sound: { file, durationSec }, settings }: { sound: SoundDetails; settings: MakerSettings }) {
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

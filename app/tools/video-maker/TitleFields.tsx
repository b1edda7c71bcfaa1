import { Tags } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { videoParameters } from '#core/video/parameters.ts';
import { Button } from '../../ui/Button.tsx';
import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import type { VideoMaker } from './maker.ts';
import { useVideoDocument, type VideoScreenWork } from './video-screen-work.ts';

interface TitleFieldProps {
  readonly maker: VideoMaker;
  readonly screen: VideoScreenWork;
  readonly name: 'title' | 'artist';
}

export function TitleField({ maker, screen, name }: TitleFieldProps) {
  const translate = useDeclaredWords();
  const { settings } = useVideoDocument(screen);
  return (
    <TextField
      label={translate(`parameters.${maker.operation.id}.${name}`)}
      value={settings[name] ?? ''}
      maxLength={videoParameters[name].maxLength}
      onChange={(text) => screen.changeSettings({ [name]: text }, name)}
    />
  );
}

/** Sets title and artist to the tags of the audio, if it has any. */
export function TitleFromTags({ screen }: Pick<TitleFieldProps, 'screen'>) {
  const { t } = useTranslation(['app', 'media']);
  const { audio, settings } = useVideoDocument(screen);
  const tags = screen.audioFiles.useReady(audio?.id)?.tags ?? {};
  const { title = '', artist = '' } = tags;
  if (title === '' && artist === '') return null;
  const tagged = {
    title: title.slice(0, videoParameters.title.maxLength),
    artist: artist.slice(0, videoParameters.artist.maxLength),
  };
  return (
    <Button
      icon={Tags}
      onClick={() => screen.changeSettings(tagged)}
      disabled={settings.title === tagged.title && settings.artist === tagged.artist}
    >
      {t('media:maker.fromTags')}
    </Button>
  );
}

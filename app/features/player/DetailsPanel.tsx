import { useTranslation } from 'react-i18next';
import { SidePanel } from '../../parts/screen/SidePanel.tsx';
import { formatBytes } from '../../parts/screen/StatusLine.tsx';
import type { VideoDetails } from '../../platform/player/describe-video.ts';
import type { PlayerController } from './player-controller.ts';
import { TOOL } from './sound-settings.ts';
import { timeText } from './time-text.ts';

type Fact = readonly [name: string, value: string];

/** What the file is, and how well it plays. */
export function DetailsPanel({ controller }: { readonly controller: PlayerController }) {
  const { t } = useTranslation();
  const details = controller.use((state) => state.details);
  const facts = useFacts(controller, details);
  const tags = details?.tags.map(([name, value]): Fact => [t(`video_playback.tags.${name}`), value]) ?? [];
  return (
    <SidePanel tool={TOOL} title={t('video_playback.details')}>
      {details ? <FactList facts={facts} /> : <p className="panel-note">{t('video_playback.noDetails')}</p>}
      {tags.length > 0 && (
        <section className="player-tags">
          <h3 className="field-label">{t('video_playback.tagsTitle')}</h3>
          <FactList facts={tags} />
        </section>
      )}
      <p className="panel-note player-keys">{t('video_playback.keysHint')}</p>
    </SidePanel>
  );
}

function useFacts(controller: PlayerController, details: VideoDetails | undefined): readonly Fact[] {
  const { t, i18n } = useTranslation();
  const duration = controller.use((state) => state.duration);
  const droppedFrames = controller.use((state) => state.droppedFrames);
  const captionsName = controller.use((state) => state.captionsName);
  if (!details) return [];
  const number = (value: number, digits: number) =>
    new Intl.NumberFormat(i18n.language, { maximumFractionDigits: digits }).format(value);
  const { width, height, frameRate, steady, rotation, mirrored, sound } = details;
  const rate = frameRate === undefined ? '–' : t('video_playback.framesPerSecond', { rate: number(frameRate, 2) });
  const turned = t('video_playback.degrees', { degrees: rotation });
  return [
    [t('video_playback.container'), details.container],
    [t('video_playback.videoCodec'), details.videoCodec],
    [t('video_playback.audioCodec'), sound?.codec || t('video_playback.none')],
    ...(sound && !sound.decodable ? [[t('video_playback.sound'), t('video_playback.notDecodable')] as const] : []),
    ...(sound?.decodable
      ? [
          [t('video_playback.sampleRate'), t('video_playback.hertz', { rate: number(sound.sampleRate, 0) })] as const,
          [t('video_playback.channels'), number(sound.channels, 0)] as const,
        ]
      : []),
    [t('video_playback.size'), t('common.imageSize', { width, height })],
    [t('video_playback.fileSize'), formatBytes(details.bytes, i18n.language)],
    [t('video_playback.duration'), timeText(duration)],
    [t('video_playback.frameRate'), steady ? rate : t('video_playback.variable', { rate })],
    [t('video_playback.rotation'), mirrored ? t('video_playback.mirrored', { turned }) : turned],
    [t('video_playback.droppedFrames'), number(droppedFrames, 0)],
    ...(captionsName ? [[t('video_playback.captions'), captionsName] as const] : []),
  ];
}

function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="player-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="tabular">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

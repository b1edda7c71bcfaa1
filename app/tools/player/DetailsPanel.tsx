import { useTranslation } from 'react-i18next';
import { number } from '#core/parameters/fields.ts';
import { NumberField } from '../../ui/fields/NumberField.tsx';
import { SwitchField } from '../../ui/fields/SwitchField.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import { formatTagDate } from '../../ui/format-date.ts';
import { SidePanel } from '../../ui/screen/SidePanel.tsx';
import { type AudioSettings, TOOL } from './audio-settings.ts';
import type { VideoDetails } from './describe-video.ts';
import type { Damage } from './intact-samples.ts';
import type { PlayerController } from './player-controller.ts';
import { SaveSection } from './SaveSection.tsx';
import { timeText } from './time-text.ts';

/** Seconds by which captions are shown later. */
const CAPTION_DELAY = number({ default: 0, min: -3600, max: 3600, step: 0.1, fractionDigits: 2, unit: 'seconds' });

type Fact = readonly [name: string, value: string];

interface DetailsPanelProps {
  readonly controller: PlayerController;
  readonly audio: AudioSettings;
  readonly changeAudio: (change: Partial<AudioSettings>) => void;
}

export function DetailsPanel({ controller, audio, changeAudio }: DetailsPanelProps) {
  const { t, i18n } = useTranslation(['app', 'media']);
  const details = controller.use((state) => state.details);
  const captionsName = controller.use((state) => state.captionsName);
  const captionDelay = controller.use((state) => state.captionDelay);
  const facts = useFacts(controller, details);
  const tags =
    details?.tags.map(
      ([name, value]): Fact => [
        t(`media:player.tags.${name}`),
        name === 'date' ? formatTagDate(value, i18n.language) : value,
      ],
    ) ?? [];
  return (
    <SidePanel tool={TOOL} title={t('media:player.details')}>
      <SwitchField
        label={t('media:player.keepsPitch')}
        value={audio.keepsPitch}
        onChange={(keepsPitch) => changeAudio({ keepsPitch })}
      />
      {captionsName !== undefined && (
        <NumberField
          label={t('media:player.captionDelay')}
          field={CAPTION_DELAY}
          value={captionDelay}
          onChange={(delay) => controller.delayCaptions(delay)}
        />
      )}
      <SaveSection controller={controller} />
      {details ? <FactList facts={facts} /> : <p className="panel-note">{t('media:player.noDetails')}</p>}
      {tags.length > 0 && (
        <section className="player-tags">
          <h3 className="field-label">{t('media:player.tagsTitle')}</h3>
          <FactList facts={tags} />
        </section>
      )}
      <p className="panel-note player-keys">{t('media:player.keysHint')}</p>
    </SidePanel>
  );
}

function useFacts(controller: PlayerController, details: VideoDetails | undefined): readonly Fact[] {
  const { t, i18n } = useTranslation(['app', 'media']);
  const duration = controller.use((state) => state.duration);
  const droppedFrames = controller.use((state) => state.droppedFrames);
  const captionsName = controller.use((state) => state.captionsName);
  const damages = controller.use((state) => state.damages);
  if (!details) return [];
  const number = (value: number, digits: number) =>
    new Intl.NumberFormat(i18n.language, { maximumFractionDigits: digits }).format(value);
  const { width, height, frameRate, steady, rotation, mirrored, audio } = details;
  const rate = frameRate === undefined ? '–' : t('media:player.framesPerSecond', { rate: number(frameRate, 2) });
  const turned = t('media:player.degrees', { degrees: rotation });
  return [
    [t('media:player.container'), details.container],
    [t('media:player.videoCodec'), details.videoCodec],
    [t('media:player.audioCodec'), audio?.codec || t('media:player.none')],
    ...(audio && !audio.decodable ? [[t('media:player.sound'), t('media:player.notDecodable')] as const] : []),
    ...(audio?.decodable
      ? [
          [t('media:player.sampleRate'), t('media:player.hertz', { rate: number(audio.sampleRate, 0) })] as const,
          [t('media:player.channels'), number(audio.channels, 0)] as const,
        ]
      : []),
    [t('media:player.size'), t('common.imageSize', { width, height })],
    [t('media:player.fileSize'), formatBytes(details.bytes, i18n.language)],
    [t('media:player.duration'), timeText(duration)],
    [t('media:player.frameRate'), steady ? rate : t('media:player.variable', { rate })],
    [t('media:player.rotation'), mirrored ? t('media:player.mirrored', { turned }) : turned],
    [t('media:player.droppedFrames'), number(droppedFrames, 0)],
    ...(damages.length > 0 ? [[t('media:player.damagedParts'), damages.map(stretchText).join(', ')] as const] : []),
    ...(captionsName ? [[t('media:player.captions'), captionsName] as const] : []),
  ];
}

const stretchText = ({ from, to }: Damage) => `${timeText(from)}–${to === undefined ? '' : timeText(Math.ceil(to))}`;

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

import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AudioSummary } from '#core/audio/summary.ts';
import { numberOfTotal } from '#core/audio/tags/tags.ts';
import { FoldedSection } from '../../ui/fields/ParameterFields.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import { formatTagDate } from '../../ui/format-date.ts';
import { useLargeScreen } from '../../ui/large-screen.ts';
import { useObjectUrl } from '../../ui/object-url.ts';
import { MediaPlayer } from '../player/MediaPlayer.tsx';
import { useAudioProblem } from './audio-problem.ts';
import type { AudioConverter } from './converter.ts';
import type { AudioFile } from './document.ts';
import { PartWaveform } from './PartWaveform.tsx';
import { TrimmedWaveform } from './TrimmedWaveform.tsx';
import { usePeaks, Waveform } from './Waveform.tsx';

interface AudioStageProps {
  readonly file: AudioFile;
  readonly converter: AudioConverter;
  /** Part to convert, and its change, if the converter converts a part. */
  readonly part?: Pick<ComponentProps<typeof PartWaveform>, 'part' | 'change'> | undefined;
}

export function AudioStage({ file: { id, name, bytes }, converter, part }: AudioStageProps) {
  const { t } = useTranslation(['app', 'media']);
  const content = converter.contents.use(() => converter.contents.get(id));
  const read = content.state === 'ready' ? content.value : undefined;
  const peaks = usePeaks(read?.file);
  const player = useRef<HTMLMediaElement>(null);
  const durationSec = read?.summary.durationSec;
  const wave = durationSec && { name, peaks, durationSec, player };
  const isLarge = useLargeScreen();
  const details = <Details bytes={bytes} summary={read?.summary} />;
  return (
    <section className="stage sound-stage" aria-label={t('common.preview')} aria-busy={content.state === 'loading'}>
      <h2 className="sound-name" title={name}>
        {name}
      </h2>
      {content.state === 'failed' ? (
        <Problem error={content.error} />
      ) : (
        <>
          {!wave ? (
            <Waveform name={name} peaks={peaks} />
          ) : part ? (
            <PartWaveform {...wave} {...part} />
          ) : (
            <TrimmedWaveform {...wave} fromSec={0} toSec={wave.durationSec} />
          )}
          <Player name={name} file={read?.file} element={player} />
          {isLarge ? (
            details
          ) : (
            <FoldedSection heading={t('media:sound.details')} isChanged={false}>
              {details}
            </FoldedSection>
          )}
        </>
      )}
    </section>
  );
}

function Problem({ error }: { readonly error: unknown }) {
  const { t } = useTranslation(['app', 'media']);
  const { plain, full } = useAudioProblem()(error);
  return (
    <>
      <p>{plain}</p>
      {full !== plain && (
        <FoldedSection heading={t('media:sound.details')} isChanged={false}>
          <p className="panel-note">{full}</p>
        </FoldedSection>
      )}
    </>
  );
}

interface PlayerProps {
  readonly name: string;
  readonly file: File | undefined;
  readonly element: RefObject<HTMLMediaElement>;
}

function Player({ name, file, element }: PlayerProps) {
  const { t } = useTranslation(['app', 'media']);
  const url = useObjectUrl(file);
  const [failed, setFailed] = useState(false);
  return (
    <div>
      <MediaPlayer
        src={url}
        element={element}
        label={t('media:sound.player', { name })}
        onError={() => setFailed(true)}
        onLoaded={() => setFailed(false)}
      />
      {failed && <p className="panel-note">{t('media:sound.notPlayable')}</p>}
    </div>
  );
}

const TEXT_TAGS = [
  'title',
  'artist',
  'album',
  'albumArtist',
  'genre',
  'date',
  'comment',
  'description',
  'lyrics',
] as const;

const UNKNOWN = '–';

function Details({ bytes, summary }: { bytes: number; summary: AudioSummary | undefined }) {
  const { t, i18n } = useTranslation(['app', 'media']);
  const { durationSec = null, sampleRate = null, channels = null, tags = {} } = summary ?? {};
  const number = new Intl.NumberFormat(i18n.language);
  const facts: (readonly [label: string, value: string | undefined])[] = [
    [
      t('media:sound.duration'),
      durationSec === null ? UNKNOWN : t('media:sound.seconds', { seconds: durationSec.toFixed(2) }),
    ],
    [
      t('media:sound.sampleRate'),
      sampleRate === null ? UNKNOWN : t('media:sound.hertz', { rate: number.format(sampleRate) }),
    ],
    [t('media:sound.channels'), channels === null ? UNKNOWN : String(channels)],
    [t('media:sound.size'), formatBytes(bytes, i18n.language)],
    [t('media:sound.mimeType'), summary?.mimeType ?? UNKNOWN],
    ...TEXT_TAGS.map((name) => {
      const text = tags[name];
      return [t(`media:sound.${name}`), name === 'date' && text ? formatTagDate(text, i18n.language) : text] as const;
    }),
    [t('media:sound.track'), numberOfTotal(tags.trackNumber, tags.tracksTotal)],
    [t('media:sound.disc'), numberOfTotal(tags.discNumber, tags.discsTotal)],
  ];
  return (
    <div className="sound-details">
      <dl className="sound-facts" aria-label={t('media:sound.details')}>
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt>{label}</dt>
                <dd className="tabular">{value}</dd>
              </div>
            ),
        )}
      </dl>
      {tags.images?.[0] && <Cover {...tags.images[0]} />}
    </div>
  );
}

function Cover({ data, mimeType }: { data: Uint8Array<ArrayBuffer>; mimeType: string }) {
  const { t } = useTranslation(['app', 'media']);
  const [blob, setBlob] = useState<Blob>();
  useEffect(() => setBlob(new Blob([data], { type: mimeType })), [data, mimeType]);
  const url = useObjectUrl(blob);
  return url && <img className="sound-cover" src={url} alt={t('media:sound.cover')} />;
}

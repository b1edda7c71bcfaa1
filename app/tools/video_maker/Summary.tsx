import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { durationWarnings, type VideoDurations, type VideoTiming } from '#core/video/durations.ts';

/** Seconds for people, whole ones without digits; a dash for what is not known. */
export function useSecondsText(): (seconds: number | undefined) => string {
  const { t } = useTranslation();
  return (seconds) =>
    seconds === undefined ? '–' : t('sound.seconds', { seconds: String(Math.max(0, Math.round(seconds * 100) / 100)) });
}

/** How long everything is; without a sound only what the settings say. */
export function Summary({ durations, timing }: { durations: VideoDurations | undefined; timing: VideoTiming }) {
  const { t } = useTranslation();
  const secondsText = useSecondsText();
  const facts = [
    [t('video_maker.effectiveAudio'), durations?.effectiveAudioSec],
    [t('video_maker.startDuration'), timing.durStartSec],
    [t('video_maker.mainDuration'), durations?.mainSec],
    [t('video_maker.endDuration'), timing.durEndSec],
    [t('video_maker.wholeVideo'), durations?.totalSec],
  ] as const;
  return (
    <section className="maker-summary" aria-label={t('video_maker.summary')}>
      <dl>
        {facts.map(([label, seconds]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="tabular">{secondsText(seconds)}</dd>
          </div>
        ))}
      </dl>
      <div role="status">
        {durations &&
          durationWarnings(durations).map((key) => (
            <p key={key} className="maker-warning">
              <TriangleAlert aria-hidden size={16} />
              {t(`core:warnings.${key}`)}
            </p>
          ))}
      </div>
    </section>
  );
}

import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { durationWarnings, type VideoDurations, type VideoTiming } from '#core/video/plan/durations.ts';
import { useTabLabels } from './MakerTabs.tsx';
import type { SlotId, VideoMaker } from './maker.ts';
import { whiteParts } from './preview-plan.ts';

/** Seconds for people, whole ones without digits; a dash for what is not known. */
export function useSecondsText(): (seconds: number | undefined) => string {
  const { t } = useTranslation(['app', 'core', 'media']);
  return (seconds) =>
    seconds === undefined
      ? '–'
      : t('media:sound.seconds', { seconds: String(Math.max(0, Math.round(seconds * 100) / 100)) });
}

interface SummaryProps {
  readonly maker: VideoMaker;
  readonly durations: VideoDurations | undefined;
  readonly timing: VideoTiming;
  /** The slots that have a picture. */
  readonly filled: readonly SlotId[];
}

/** How long everything is; without a sound only what the settings say. */
export function Summary({ durations, timing }: Pick<SummaryProps, 'durations' | 'timing'>) {
  const { t } = useTranslation(['app', 'core', 'media']);
  const secondsText = useSecondsText();
  const facts = [
    [t('media:maker.effectiveAudio'), durations?.effectiveAudioSec],
    [t('media:maker.startDuration'), timing.durStartSec],
    [t('media:maker.mainDuration'), durations?.mainSec],
    [t('media:maker.endDuration'), timing.durEndSec],
    [t('media:maker.wholeVideo'), durations?.totalSec],
  ] as const;
  return (
    <section className="maker-summary" aria-label={t('media:maker.summary')}>
      <dl>
        {facts.map(([label, seconds]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="tabular">{secondsText(seconds)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What will not look as one may think. */
export function Warnings({ maker, durations, filled }: Omit<SummaryProps, 'timing'>) {
  const { t } = useTranslation(['app', 'core', 'media']);
  const secondsText = useSecondsText();
  const labels = useTabLabels(maker);
  return (
    <div className="maker-warnings" role="status">
      {durations && durationWarnings(durations).map((key) => <Warning key={key} text={t(`core:warnings.${key}`)} />)}
      {durations &&
        whiteParts(durations, filled).map(([part, seconds]) => (
          <Warning
            key={part}
            text={t('media:maker.whitePart', { part: labels[part], seconds: secondsText(seconds) })}
          />
        ))}
    </div>
  );
}

function Warning({ text }: { text: string }) {
  return (
    <p className="maker-warning">
      <TriangleAlert aria-hidden size={16} />
      {text}
    </p>
  );
}

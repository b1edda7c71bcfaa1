import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Warning as ImageWarning } from '#core/platform/context.ts';
import { durationWarnings, type VideoDurations, type VideoTiming } from '#core/video/plan/durations.ts';
import { useTabLabels } from './MakerTabs.tsx';
import type { MakerSettings, SlotId, VideoMaker } from './maker.ts';
import { type SlideCount, whiteParts } from './preview-plan.ts';
import { FitToMusic } from './SlideRounds.tsx';
import { useSecondsText } from './seconds-text.ts';

interface SummaryProps {
  readonly maker: VideoMaker;
  readonly durations: VideoDurations | undefined;
  readonly timing: VideoTiming;
  readonly filled: readonly SlotId[];
}

/** Lists the durations of the video's parts. Without audio, only the durations in the settings are known. */
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

interface WarningsProps extends Pick<SummaryProps, 'maker' | 'filled'> {
  readonly durations?: VideoDurations | undefined;
  readonly slideCount?: SlideCount | undefined;
  readonly settings: MakerSettings;
  readonly change: (change: Partial<MakerSettings>) => void;
  readonly ofImages?: readonly ImageWarning[];
}

export function Warnings({ maker, durations, filled, slideCount, settings, change, ofImages }: WarningsProps) {
  const { t } = useTranslation(['app', 'core', 'media']);
  const secondsText = useSecondsText();
  const labels = useTabLabels(maker);
  return (
    <div className="maker-warnings" role="status">
      {durations && durationWarnings(durations).map((key) => <Warning key={key}>{t(`core:warnings.${key}`)}</Warning>)}
      {durations &&
        whiteParts(durations, filled).map(([part, seconds]) => (
          <Warning key={part}>
            {t('media:maker.whitePart', { part: labels[part], seconds: secondsText(seconds) })}
          </Warning>
        ))}
      {slideCount && slideCount.slides < slideCount.images && (
        <div className="maker-report">
          <Warning>
            {t('media:maker.neverShown', {
              count: slideCount.images - slideCount.slides,
              images: slideCount.images,
            })}
          </Warning>
          <FitToMusic count={slideCount} {...{ settings, change }} />
        </div>
      )}
      {ofImages?.map(({ code, data }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two images can have the same name and warning
        <Warning key={index}>
          <strong>{data.name}</strong> {t(`core:warnings.${code}`, data)}
        </Warning>
      ))}
    </div>
  );
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <p className="maker-warning">
      <TriangleAlert aria-hidden size={16} />
      <span>{children}</span>
    </p>
  );
}

import { Circle, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { useLargeScreen } from '../../ui/large-screen.ts';
import { useTabLabels } from './MakerTabs.tsx';
import { mainSlot, type VideoMaker } from './maker.ts';
import { filledMains } from './slots.ts';
import { useVideoDocument, type VideoScreenWork } from './video-screen-work.ts';

interface ChecklistProps {
  readonly maker: VideoMaker;
  readonly screen: VideoScreenWork;
  readonly children?: ReactNode;
}

/** Lists the inputs that a video needs, and marks those that are open. */
export function Checklist({ maker, screen, children }: ChecklistProps) {
  const { t } = useTranslation(['app', 'media']);
  const { audio, slots } = useVideoDocument(screen);
  const labels = useTabLabels(maker);
  const inputs = [
    [labels.sound, audio !== undefined],
    [labels.main, filledMains(maker, slots).length > 0],
  ] as const;
  return (
    <>
      <ul className="maker-checklist" aria-label={t('media:maker.needed')}>
        {inputs.map(([label, isOpen]) => (
          <li key={label} data-open={isOpen || undefined}>
            {isOpen ? <CircleCheck aria-hidden size={16} /> : <Circle aria-hidden size={16} />}
            {label} <span className="sr-only">{isOpen ? t('media:maker.added') : t('media:maker.missing')}</span>
          </li>
        ))}
      </ul>
      {children}
    </>
  );
}

/** Makes the cover of the audio file the main image. Shown only if there is a cover, and no main image. */
export function CoverButton({ maker, screen }: ChecklistProps) {
  const { t } = useTranslation(['app', 'media']);
  const { audio, slots } = useVideoDocument(screen);
  const isLarge = useLargeScreen();
  const restored = screen.use((state) => state.restored);
  const cover = screen.audioFiles.useReady(audio?.id)?.cover;
  if (!cover || filledMains(maker, slots).length > 0 || !restored) return null;
  return (
    <Button size={isLarge ? 'small' : 'base'} onClick={() => void screen.addFiles([cover], mainSlot(0))}>
      {t('media:maker.useCover')}
    </Button>
  );
}

import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { useObjectUrl } from '../../ui/object-url.ts';
import { intakeOf } from './intake.ts';
import { mainSlot, type VideoMaker } from './maker.ts';
import { filledMains } from './slots.ts';
import { useVideoDocument, type VideoScreenWork } from './video-screen-work.ts';

export function IntakeNotes({ maker, screen }: { maker: VideoMaker; screen: VideoScreenWork }) {
  const { t } = useTranslation(['app', 'media']);
  const arrivals = screen.use((state) => state.arrivals);
  const { slots } = useVideoDocument(screen);
  const { toMain, skippedImages, skippedAudio } = intakeOf(slots, arrivals);
  const isSlideshow = maker.mainSlots > 1;
  return (
    <div className="maker-notes">
      <div role="status">
        {toMain > 0 && <p className="panel-note">{t('media:maker.toMain', { count: toMain })}</p>}
        {skippedImages > 0 && (
          <p className="maker-warning">
            {isSlideshow
              ? t('media:maker.skipped', { count: skippedImages })
              : t('common.skipped', { count: skippedImages })}
          </p>
        )}
        {skippedAudio > 0 && <p className="maker-warning">{t('media:maker.skippedAudio', { count: skippedAudio })}</p>}
      </div>
      <CoverOffer {...{ maker, screen }} />
    </div>
  );
}

function CoverOffer({ maker, screen }: { maker: VideoMaker; screen: VideoScreenWork }) {
  const { t } = useTranslation(['app', 'media']);
  const { audio, slots } = useVideoDocument(screen);
  const restored = screen.use((state) => state.restored);
  const cover = screen.audioFiles.useReady(audio?.id)?.cover;
  const url = useObjectUrl(cover);
  if (!cover || filledMains(maker, slots).length > 0 || !restored) return null;
  return (
    <div className="maker-cover">
      {url && <img src={url} alt={t('media:sound.cover')} />}
      <Button size="small" onClick={() => void screen.addFiles([cover], mainSlot(0))}>
        {t('media:maker.useCover')}
      </Button>
    </div>
  );
}

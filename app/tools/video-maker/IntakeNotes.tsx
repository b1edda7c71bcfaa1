import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { useObjectUrl } from '../../ui/object-url.ts';
import { mainIndex, type VideoMaker } from './maker.ts';
import { filledSlots } from './slots.ts';
import type { VideoProject } from './video-project.ts';

export function IntakeNotes({ maker, project }: { maker: VideoMaker; project: VideoProject }) {
  const { t } = useTranslation(['app', 'media']);
  const { toMain, skippedImages, skippedAudio } = project.use((state) => state.intake);
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
      <CoverOffer {...{ maker, project }} />
    </div>
  );
}

function CoverOffer({ maker, project }: { maker: VideoMaker; project: VideoProject }) {
  const { t } = useTranslation(['app', 'media']);
  const { sound, slots, restored } = project.use();
  const cover = sound?.cover;
  const url = useObjectUrl(cover);
  const hasMain = filledSlots(maker, slots).some((slot) => mainIndex(slot) !== undefined);
  if (!cover || hasMain || !restored) return null;
  return (
    <div className="maker-cover">
      {url && <img src={url} alt={t('media:sound.cover')} />}
      <Button size="small" onClick={() => void project.addCover()}>
        {t('media:maker.useCover')}
      </Button>
    </div>
  );
}

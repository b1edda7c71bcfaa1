import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { useObjectUrl } from '../../ui/object-url.ts';
import { intakeOf } from './intake.ts';
import { mainSlot, type VideoMaker } from './maker.ts';
import { filledMains } from './slots.ts';
import { useProject, type VideoProject } from './video-project.ts';

export function IntakeNotes({ maker, project }: { maker: VideoMaker; project: VideoProject }) {
  const { t } = useTranslation(['app', 'media']);
  const arrivals = project.use((state) => state.arrivals);
  const { slots } = useProject(project);
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
      <CoverOffer {...{ maker, project }} />
    </div>
  );
}

function CoverOffer({ maker, project }: { maker: VideoMaker; project: VideoProject }) {
  const { t } = useTranslation(['app', 'media']);
  const { sound, slots } = useProject(project);
  const restored = project.use((state) => state.restored);
  const cover = project.sounds.useReady(sound?.id)?.cover;
  const url = useObjectUrl(cover);
  if (!cover || filledMains(maker, slots).length > 0 || !restored) return null;
  return (
    <div className="maker-cover">
      {url && <img src={url} alt={t('media:sound.cover')} />}
      <Button size="small" onClick={() => void project.addFiles([cover], mainSlot(0))}>
        {t('media:maker.useCover')}
      </Button>
    </div>
  );
}

import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../parts/Button.tsx';
import { POSTER } from './poster.ts';

/** Asked for in the system's settings: nothing moves by itself. */
const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

/** Asked for in the browser's settings, where it has them: nothing is fetched that nobody asked for. */
const savesData = (): boolean =>
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true;

/**
 * A poem as the vertical editor films it (`scripts/pictures/poem.ts`), over and over while it is in
 * view. Its last picture stands until it is fetched, and where nothing may move.
 */
export default function HeroAnimation() {
  const { t } = useTranslation();
  const film = useRef<HTMLVideoElement>(null);
  const [wanted, setWanted] = useState(false);
  const [broken, setBroken] = useState(false);

  useEffect(() => setWanted(!matchMedia(REDUCED_MOTION).matches && !savesData()), []);

  useEffect(() => {
    const video = film.current;
    if (!video || !wanted) return;
    const watching = new IntersectionObserver(([entry]) => {
      // A browser may not let it begin, to save power: the button says so.
      if (entry?.isIntersecting) video.play().catch(({ name }) => name === 'NotAllowedError' && setWanted(false));
      else video.pause();
    });
    watching.observe(video);
    return () => {
      watching.disconnect();
      video.pause();
    };
  }, [wanted]);

  return (
    <figure className="relative">
      <video
        ref={film}
        src="/home/poem.mp4"
        poster={POSTER.src}
        width={POSTER.width}
        height={POSTER.height}
        muted
        loop
        playsInline
        preload="none"
        aria-label={t('home.pictures.hero')}
        onError={() => setBroken(true)}
        className={POSTER.className}
      />
      {!broken && (
        <Button
          size="small"
          icon={wanted ? Pause : Play}
          iconOnly
          className="absolute right-2 bottom-2"
          onClick={() => setWanted(!wanted)}
        >
          {t(wanted ? 'home.pauseFilm' : 'home.playFilm')}
        </Button>
      )}
    </figure>
  );
}

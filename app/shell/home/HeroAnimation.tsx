import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { POSTER } from './poster.ts';

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

/** True if the browser's Save-Data setting is on. The animation then loads only when the visitor plays it. */
const savesData = (): boolean =>
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true;

/** Loops a text animation while visible. The last frame is the poster, also shown for reduced motion. */
export default function HeroAnimation() {
  const { t } = useTranslation();
  const videoRef = useRef<HTMLVideoElement>(null);
  const [wanted, setWanted] = useState(false);
  const [broken, setBroken] = useState(false);

  useEffect(() => setWanted(!matchMedia(REDUCED_MOTION).matches && !savesData()), []);

  useEffect(() => {
    const video = videoRef.current;
    if (!video || !wanted) return;
    const watching = new IntersectionObserver(([entry]) => {
      // If the browser blocks autoplay to save power, the button shows that the animation is paused.
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
        ref={videoRef}
        src="/home/hero-animation.mp4"
        poster={POSTER.src}
        width={POSTER.width}
        height={POSTER.height}
        muted
        loop
        playsInline
        preload="none"
        aria-label={t('home.images.hero')}
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
          {t(wanted ? 'home.pauseAnimation' : 'home.playAnimation')}
        </Button>
      )}
    </figure>
  );
}

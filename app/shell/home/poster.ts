export const POSTER = {
  src: '/home/hero-animation.webp',
  width: 960,
  height: 640,
  className: 'aspect-3/2 h-auto w-full rounded-base border border-line bg-sunk object-cover',
};

/** Preloads the poster, the home page's largest contentful paint, before the scripts run. */
export const posterScript = `if(['/','/home'].includes(location.pathname))document.head.append(Object.assign(document.createElement('link'),{rel:'preload',as:'image',href:'${POSTER.src}',fetchPriority:'high'}))`;

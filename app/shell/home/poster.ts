/** The last picture of the home page's film, which stands in its place until the film is there. */
export const POSTER = {
  src: '/home/poem.webp',
  width: 960,
  height: 640,
  className: 'aspect-3/2 h-auto w-full rounded-base border border-line bg-sunk object-cover',
};

/**
 * Runs before the page's own scripts, which would find the poster only when they draw the screen: it is the largest thing that
 * the home page paints.
 */
export const posterScript = `if(['/','/home'].includes(location.pathname))document.head.append(Object.assign(document.createElement('link'),{rel:'preload',as:'image',href:'${POSTER.src}',fetchPriority:'high'}))`;

/** The last picture of the home page's film, which stands in its place until the film is there. */
export const POSTER = {
  src: '/home/poem.webp',
  width: 960,
  height: 640,
  className: 'aspect-3/2 h-auto w-full rounded-base border border-line bg-sunk object-cover',
};

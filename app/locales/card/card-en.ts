/** What is said of how a picture is written, in English; fetched where that can be set. */
export const enCard = {
  limitsSize: 'Lower quality to keep the file small',
  qualityNote: 'Quality is for JPG, WebP and AVIF. PNG keeps every pixel as it is.',
  metadataNotes: {
    none: 'Downloads carry no metadata such as place or camera.',
    profile: 'The colours are in sRGB, and the file says so.',
    'all-but-place':
      'Camera, lens, exposure, time and author stay. Place, captions, comments, thumbnails and makers’ notes do not.',
  },
  size: 'File size',
  measuring: 'Measuring…',
  noPicture: 'Open a picture to see its size.',
  sizes: '{{before}} → {{after}} ({{change}})',
  compare: 'Compare with the original',
  divider: 'Divider between before and after',
  before: 'Before',
  after: 'After',
  downloadAs: 'Download as…',
  download: 'Download',
};

export type CardWords = typeof enCard;

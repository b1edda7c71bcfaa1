export const enExport = {
  limitsSize: 'Limit file size',
  fewerColors: 'Fewer colors',
  fewerColorsNote: 'A PNG with fewer colors is smaller. Dithering hides bands in smooth areas.',
  firstFrameNote: 'This format doesn’t support animation. The file contains only the first frame.',
  animationNotes: {
    gif: 'At most 256 colors per frame, and no partial transparency. The file contains no metadata.',
    webp: 'Full color and partial transparency. The file contains no metadata.',
    png: 'Animated PNG keeps every pixel. The file contains no metadata.',
    mp4: 'A video without audio, on a white background. Plays once.',
  },
  metadataNotes: {
    none: 'Downloads contain no metadata such as location or camera.',
    profile: 'Colors are sRGB; the profile is embedded.',
    'all-but-place':
      'Includes camera, exposure, time, author, title, description, keywords, rating and print resolution. Removes location, comments, thumbnails and maker notes.',
  },
  size: 'File size',
  measuring: 'Measuring…',
  noImage: 'Open an image to see its size.',
  sizes: '{{before}} → {{after}} ({{change}})',
  compare: 'Split view with the original',
  divider: 'Divider between before and after',
  before: 'Before',
  after: 'After',
  moreOptions: 'More options',
  downloadAs: 'Download as…',
  download: 'Download',
};

export type ExportWords = typeof enExport;

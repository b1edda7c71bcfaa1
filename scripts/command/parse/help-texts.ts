import { optionsOf } from '#core/image/formats/output-formats.ts';

export interface CommandHelp {
  readonly group: CommandGroup;
  /** Describes how the command's flags can be combined. */
  readonly details?: string;
  /** Flag descriptions by name of the input or parameter; by default, its label. Limits and default are appended. */
  readonly flags?: Readonly<Record<string, string>>;
  readonly examples: readonly string[];
}

export type CommandGroup = 'Image commands:' | 'Text commands:' | 'Video and audio commands:' | 'Other commands:';

const blankBackground = {
  width: 'Width of the blank background without IN',
  height: 'Height of the blank background without IN',
  background: 'Color of the blank background',
};

const notation = {
  ruby: 'Print ruby notation as typed. Notation: 漢字《かんじ》, ｜東京《とうきょう》, 《《強調》》',
  tateChuYoko: 'Set up to this many digits upright side by side in vertical text',
  emphasis: 'Shape of emphasis dots; auto is sesame in columns and dot above lines',
  justify: 'End all lines evenly, except the last of a paragraph',
  hangingPunctuation: 'Let commas and full stops hang beyond the end of a line',
  proportional: 'Remove the empty space in the cells of kana and punctuation',
  shadow:
    'Shadow of all texts: true, false, or X offset, Y offset and blur in em and a color, such as 0.05,0.05,0.1,#00000099',
  anchor: 'Position of the main text inside its paddings; none uses the position in --style',
};

const captions = {
  captions: 'Captions: an SRT, WebVTT or ASS file, timed to the audio file',
  captionsAs: 'Draw the captions, add them as a text track, or both',
  captionStyle: 'Style of drawn captions',
};

const text = {
  text: "Text to typeset; for several lines, in bash and zsh $'first\\nsecond' (\\n in other quotes is no line break)",
  author: 'Name of the author',
  style: 'Style of text and author',
  watermark: 'Draw the Fudebako mark in the lower right corner',
  fonts: 'Font file (.ttf, .otf or .woff2) to use',
  frameRate: 'Frame rate of the animation; by default 15, or 7 for GIF',
  audio: 'Audio file, or video with audio, to add to the MP4; sets the length of the animation',
  durationSec: 'Length of the animation, including the pause',
  pauseSec: 'How long the whole text is shown at the end; shorter in an animation of less than 1.5 s',
  reveal: 'Text unit that appears in each step; fade brings in the whole text gradually',
  matchAudio: 'Keep --duration-sec with --audio: cut the audio, or add silence',
  ...notation,
  ...captions,
  ...blankBackground,
};

const animation = { ...text, format: 'Animation format; follows the extension of OUT' };

const audioEdits = {
  trimSilence: 'Remove audio below −50 dBFS at both ends, except for 0.1 s',
  fadeInSec: 'Fade in from silence',
  fadeOutSec: 'Fade out to silence',
  loudness: 'Loudness in LUFS (ITU-R BS.1770), with a true peak of at most −1 dBTP',
  volumeDb: 'Raise or lower the volume; clips audio beyond full scale',
};

const audioFile = {
  format: 'Format; follows the extension of OUT',
  bitrate: 'Bitrate of MP3, M4A and Opus',
  bitDepth: 'Bits per sample of WAV and FLAC; FLAC has 24 bits with 32f',
  sampleRate: 'Sample rate in hertz; the nearest that the format has. Opus always has 48000',
  channels: 'Number of channels; surround sound becomes stereo',
};

const audioPart = { from: 'Start of the part in seconds', to: 'End of the part in seconds' };

const video = {
  audio: 'Audio file, or a video with audio',
  main: 'Main image',
  start: 'Image to show first',
  end: 'Image to show last',
  ...captions,
  fonts: 'Font file (.ttf, .otf or .woff2) for --caption-style',
  resolution: 'Video size',
  endCard: 'Leave out the end card, the last second of white',
  watermark: 'Show the Fudebako mark on the end card',
  tags: 'Don\u2019t copy title, artist, cover and other tags of an MP3',
  frameRate: 'Frame rate',
  quality: 'Video quality, lower is better',
  waveform: 'Draw the loudness of the audio around the current time',
  waveformSize: 'Height of the waveform, or diameter of the circle, in percent of the frame\u2019s height',
  waveformPlace: 'Place of the waveform',
  progressBar: 'Draw a bar along the lower edge that grows with the time',
  waveformColor: 'Color of waveform and progress bar',
  title: 'Title to draw at the top of the images; the tags of the video stay those of the audio',
  artist: 'Artist to draw below the title',
  trimStartSec: 'Cut from the start of the audio',
  trimEndSec: 'Cut from the end of the audio',
  blankStartSec: 'Silence to add before the audio',
  blankEndSec: 'Silence to add after the audio',
  ...audioEdits,
  durStartSec: 'Duration of the start image',
  durEndSec: 'Duration of the end image',
  fitStart: 'Fit of the start image: crop to cover, or add bars to contain',
  fitMain: 'Fit of the main image',
  fitEnd: 'Fit of the end image',
};

export const commandHelp: Readonly<Record<string, CommandHelp>> = {
  convert: {
    group: 'Image commands:',
    flags: {
      format: 'Format; follows the extension of OUT',
      quality: 'Quality of JPG, WebP and AVIF, which look alike at equal numbers; below 0.95, also of GIF',
      compression: 'Compression of PNG: 0 is fastest, 9 is smallest',
      colors: 'Reduce PNG, or each frame of GIF, to at most this number of colors',
      dithering: 'Do not dither --colors',
      maxKilobytes: 'Largest file size; lowers the quality to fit',
      metadata: 'Metadata to write; all-but-place omits the location',
      flatten: 'Fill transparent pixels with --background',
      background: 'Color for --flatten',
      firstFrame: 'Write only the first frame of an animated GIF, WebP or PNG',
      frameRate: 'Omit frames of an animation beyond this number per second',
      neverLarger: 'Copy the pixels of the source if the result would be larger and look the same',
      progressive: 'Write a progressive JPG with the same pixels',
      smaller: 'Encode JPG with MozJPEG: slower, about 12% smaller',
      effort: `Encoding effort of WebP and AVIF: higher is slower and smaller (default: ${optionsOf('webp').effort} for WebP, ${optionsOf('avif').effort} for AVIF)`,
      lossless: 'Keep every pixel in WebP and AVIF; from JPG to JPG, remove metadata without encoding',
      chroma: 'Chroma subsampling of JPG and AVIF',
    },
    examples: [
      'fudebako convert photo.png -o photo.jpg --quality 0.8',
      'fudebako convert photos -o web --format webp --cache .cache/images --force',
      'fudebako convert photos -o web --format webp --skip-existing',
      'fudebako convert screenshot.png -o small.png --colors 64',
      'fudebako convert photos -o published --format jpg --lossless',
      'fudebako convert talk.gif -o small.gif --colors 64 --quality 0.8 --frame-rate 10',
    ],
  },
  crop: {
    group: 'Image commands:',
    details: 'Give corners in pixels, or an aspect ratio and its position, or edges as fractions of the image.',
    flags: {
      topX: 'x of the top left corner',
      topY: 'y of the top left corner',
      bottomX: 'x of the bottom right corner',
      bottomY: 'y of the bottom right corner',
      ratio: 'Largest rectangle with this aspect ratio, such as 16:9',
      positionX: 'Position of the --ratio rectangle, left to right',
      positionY: 'Position of the --ratio rectangle, top to bottom',
      left: 'Left edge as a fraction of the width',
      top: 'Top edge as a fraction of the height',
      right: 'Right edge as a fraction of the width',
      bottom: 'Bottom edge as a fraction of the height',
      shape: 'Shape of the crop; outside, the image becomes transparent, or white in a JPG',
      cornerRadius: 'Radius of the corners with --shape rounded, at most half of the shorter side',
    },
    examples: [
      'fudebako crop photo.jpg -o square.jpg --ratio 1:1 --position-y 0.2',
      'fudebako crop photo.jpg -o face.jpg --top-x 100 --top-y 50 --bottom-x 500 --bottom-y 450',
      'fudebako crop photos -o cropped --left 0.1 --right 0.9',
      'fudebako crop photo.jpg -o circle.png --ratio 1:1 --shape ellipse',
    ],
  },
  'remove-background': {
    group: 'Image commands:',
    details:
      'Finds the subject without a box. Edges get the opacity and the colors of the subject alone. The warning “Subject unclear: draw a box” means that something else may be the subject: use make-mask with --subject, then layer. In a folder, transparent results are PNG files.',
    flags: {
      background: 'A color such as #ffffff, or transparent',
      matte: 'Make hard edges',
    },
    examples: [
      'fudebako remove-background photo.jpg -o cutout.png',
      'fudebako remove-background photos -o cutouts',
      "fudebako remove-background photo.jpg -o shop.jpg --background '#ffffff'",
    ],
  },
  trim: {
    group: 'Image commands:',
    details:
      'Removes the rows and columns at the edges in which every pixel has the color of the border. In an animation, what any frame shows stays.',
    flags: {
      tolerance: 'Largest difference from the color of the border in red, green, blue and alpha, in levels of 255',
      margin: 'Width of the border to keep',
      color: 'Color of the border, transparent, or auto for the color of most corners',
    },
    examples: [
      'fudebako trim logo.png -o logo-trimmed.png',
      "fudebako trim photos -o trimmed --color '#ffffff' --margin 8",
      'fudebako trim photo.jpg -o content.jpg --tolerance 30',
    ],
  },
  join: {
    group: 'Image commands:',
    details:
      'Scales images down to equal heights in a row, and to equal widths in a column or grid. A result beyond the limits is reduced.',
    flags: {
      columns: 'Columns of a grid; by default as many as rows, or one more',
      gap: 'Distance between neighboring images',
      background: 'Color of gaps and behind transparent images, or transparent',
    },
    examples: [
      'fudebako join 1.jpg 2.jpg -o both.jpg --gap 20',
      'fudebako join title.png photo.png -o poster.png --layout column',
      'fudebako join photos -o contact-sheet.jpg --layout grid --columns 5 --gap 8',
    ],
  },
  'images-to-pdf': {
    group: 'Image commands:',
    details:
      'Keeps the coded data of undamaged JPEGs, without their metadata; stores other images without loss. Wide images get pages in landscape.',
    flags: {
      page: 'Size of the pages: fit is the size of each image at its resolution, 96 dpi if it states none',
      margin: 'Margin around each image',
    },
    examples: [
      'fudebako images-to-pdf 1.jpg 2.jpg -o pages.pdf',
      'fudebako images-to-pdf photos -o photos.pdf --page a4 --margin 10',
    ],
  },
  rotate: {
    group: 'Image commands:',
    details:
      'Turns, then flips, then straightens. Turns and flips keep every pixel. Straightening crops to the largest rectangle inside the rotated image; --keep-corners enlarges the canvas instead.',
    flags: {
      turn: 'Clockwise quarter turns, in degrees',
      flip: 'Mirror left to right (horizontal) or top to bottom (vertical)',
      angle: 'Straighten by this clockwise angle, in degrees',
      ratio: 'Cut the largest rectangle with this aspect ratio, such as 4:5',
      keepCorners: 'Keep the whole image and enlarge the canvas',
      background: 'Color of the corners with --keep-corners',
    },
    examples: [
      'fudebako rotate photo.jpg -o upright.jpg --turn 90',
      'fudebako rotate photos -o mirrored --flip horizontal',
      'fudebako rotate photo.jpg -o straight.jpg --angle=-2.5',
      'fudebako rotate logo.png -o tilted.png --angle 30 --keep-corners',
    ],
  },
  scale: {
    group: 'Image commands:',
    details:
      'Give one of --factor, --percent, --long-edge, --widths, or --width and --height. A larger size enlarges the image, except with --widths or --without-enlargement.',
    flags: {
      factor: 'Factor for width and height',
      keepAspect: 'Keep the aspect ratio, and contain the image in --width and --height',
      width: 'Width; alone, the height follows',
      height: 'Height; alone, the width follows',
      percent: 'Percentage of the original size',
      longEdge: 'Length of the longer side',
      withoutEnlargement: 'Never enlarge an image',
      fit: 'Fit into --width and --height: keep the aspect ratio (contain), crop (cover), stretch (fill) or add a background (pad)',
      anchor: 'Position of the image with --fit cover or pad',
      background: 'A color, transparent, or blur for a blurred copy, with --fit pad',
      resample:
        'Filter: sharp (lanczos), the mean of each area (area), or whole pixels (nearest). auto is area when a GIF shrinks, else lanczos',
    },
    examples: [
      'fudebako scale photo.jpg -o small.jpg --width 800',
      'fudebako scale photos -o thumbnails --long-edge 320 --format webp',
      'fudebako scale photos -o posts --width 1080 --height 1080 --fit pad',
      'fudebako scale photos -o web --widths 320,640,1024 --formats avif,webp,jpg --manifest web/srcset.json',
    ],
  },
  pad: {
    group: 'Image commands:',
    details:
      'Give --width, --height or both, or --ratio. The image keeps its size; a side that is already longer stays. To scale an image into a box with a background, use scale --fit pad. --background fills the added area; with --flatten, it fills transparent pixels too.',
    flags: {
      width: 'Width of the result',
      height: 'Height of the result',
      ratio: 'Extend to this aspect ratio, such as 1:1',
      anchor: 'Position of the image',
      background: 'A color such as #ffffff, transparent, or blur for a blurred copy of the image',
    },
    examples: [
      'fudebako pad photo.jpg -o square.jpg --ratio 1:1',
      'fudebako pad logo.png -o banner.png --width 1600 --height 400 --background transparent',
      'fudebako pad photos -o stories --ratio 9:16 --background blur',
    ],
  },
  'adjust-color': {
    group: 'Image commands:',
    flags: {
      saturation: 'Saturation; 0 leaves it unchanged',
      brightness: 'Brightness; 0 leaves it unchanged',
      hue: 'Hue rotation; 0 leaves it unchanged',
      contrast: 'Contrast; 0 leaves it unchanged',
      auto: 'Correct levels, color casts and dark images by the histogram',
      exposure: 'Exposure in stops: 1 doubles the light, -1 halves it',
      highlights: 'Brightness of bright tones',
      shadows: 'Brightness of dark tones',
      blackPoint: 'Level that becomes black',
      whitePoint: 'Level that becomes white',
      temperature: 'White balance: warmer above 0, cooler below 0',
      tint: 'White balance: more magenta above 0, more green below 0',
      vibrance: 'Saturation of muted colors; saturated colors change less',
      gray: 'Black and white, by luminance',
      grayRed: 'Brightness of red in black and white',
      grayGreen: 'Brightness of green in black and white',
      grayBlue: 'Brightness of blue in black and white',
      sepia: 'Strength of a sepia tone',
    },
    examples: [
      'fudebako adjust-color photo.jpg -o vivid.jpg --saturation 0.3 --contrast 0.1',
      'fudebako adjust-color photos -o corrected --auto',
      'fudebako adjust-color photo.jpg -o warm.jpg --exposure 0.5 --temperature 0.2 --highlights=-0.3',
      'fudebako adjust-color photos -o gray --gray --gray-red 0.4 --contrast 0.1',
    ],
  },
  'blur-sharpen': {
    group: 'Image commands:',
    flags: { sharpness: 'Blur below 0, sharpen above 0' },
    examples: [
      'fudebako blur-sharpen photo.jpg -o sharp.jpg --sharpness 0.4',
      'fudebako blur-sharpen photo.jpg -o soft.jpg --sharpness=-0.5',
    ],
  },
  watermark: {
    group: 'Image commands:',
    details: 'Give --text or --image. The size of the mark follows the shorter side of the image.',
    flags: {
      text: 'Text, white with a dark outline',
      image: 'Logo, a fifth of the shorter side of the image',
      tile: 'Draw one mark, at --anchor',
      gap: 'Distance between repeated marks in percent of the shorter side of the image',
      angle: 'Angle of repeated marks, clockwise',
      margin: 'Distance of one mark from the edges in percent of the shorter side of the image',
      size: 'Size in percent of the normal size, which follows the shorter side of the image',
    },
    examples: [
      "fudebako watermark photo.jpg -o marked.jpg --text '© 2026 Hana'",
      'fudebako watermark photos -o marked --image logo.png --angle 0 --gap 30 --opacity 0.2',
      'fudebako watermark photo.jpg -o signed.jpg --text Hana --no-tile --anchor bottom-right --opacity 0.8',
    ],
  },
  'draw-shapes': {
    group: 'Image commands:',
    flags: {
      shapeImages: 'Image for the shape "image"',
      components: 'Shapes as JSON or a JSON file',
      ...blankBackground,
    },
    examples: [
      'fudebako draw-shapes photo.jpg -o framed.jpg --components shapes.json',
      `fudebako draw-shapes -o circle.png --width 400 --height 400 --components '[{"shape":"circle","text":"Start"}]'`,
    ],
  },
  redact: {
    group: 'Image commands:',
    details:
      'Covered pixels can\u2019t be recovered: blur and pixelate replace each block, as wide as the area\u2019s shorter side, by one of 729 colors, taken from visible pixels around the area; without such pixels, the area becomes solid. Nothing about the covered pixels is in the metadata.',
    flags: {
      areas:
        'Areas as JSON or a JSON file: shape (rect, ellipse, brush), unit (px, fraction), edges, or points and width',
      effect: 'Effect that hides the areas',
      color: 'Color of solid areas',
    },
    examples: [
      `fudebako redact photo.jpg -o hidden.jpg --areas '[{"left":120,"top":80,"right":260,"bottom":240}]'`,
      'fudebako redact photos -o hidden --areas faces.json --effect pixelate',
    ],
  },
  'make-mask': {
    group: 'Image commands:',
    details:
      'IN becomes a grayscale mask; without IN, the mask is a flat gray. Subject and wand select parts of IN by color, on a mask of --gray. Order: selections, strokes, --invert.',
    flags: {
      width: 'Width; 0 takes the width of IN, or 1024',
      height: 'Height; 0 takes the height of IN, or 768',
      gray: 'Gray level of the mask without IN',
      subject:
        'Box around a subject to cut out, in pixels or fractions of the sides; or auto to find the subject, with soft edges unless --no-refine',
      wand: 'Pixel whose color to select',
      tolerance: 'Largest difference of a selected color per channel',
      contiguous: 'Also select matching colors that don\u2019t connect to --wand',
      selections: 'Selections as JSON or a JSON file: kind (subject, wand, rect, ellipse, lasso), combine, and place',
      refine: 'Do not follow the edges of the image around a subject',
      grow: 'Grow the selection; shrink if negative',
      feather: 'Blur the edge of the selection',
      strokes: 'Pen, eraser, keep and hide strokes as JSON or a JSON file',
      invert: 'Invert the mask',
    },
    examples: [
      'fudebako make-mask photo.jpg -o mask.png --subject 420,180,1630,1290',
      'fudebako make-mask photo.jpg -o mask.png --subject auto',
      'fudebako make-mask photo.jpg -o mask.png --wand 10,10 --tolerance 40 --feather 2 --invert',
      'fudebako make-mask photo.jpg -o mask.png --invert',
      'fudebako make-mask -o mask.png --width 800 --height 600 --gray 128',
    ],
  },
  layer: {
    group: 'Image commands:',
    flags: {
      top: 'Top image',
      bottom: 'Bottom image',
      mask: 'Grayscale mask: 255 shows the image, 0 hides it',
      blendMode: 'Blend mode of the top image',
      view: 'Layer to write',
      anchor: 'Position of the top image in the bottom image',
      margin: 'Distance from the edges named by --anchor, in percent of the shorter side',
      offsetX: 'Horizontal offset of the top image from its position',
      offsetY: 'Vertical offset of the top image from its position',
      scale: 'Scale of the top image',
      rotation: 'Rotation of the top image',
      opacity: 'Opacity of the top image',
    },
    examples: [
      'fudebako layer --bottom photo.jpg --top logo.png -o signed.jpg --anchor bottom-right --margin 2%',
      'fudebako layer --bottom photo.jpg --top texture.jpg --mask mask.png -o blended.png --blend-mode multiply',
    ],
  },
  'write-texts': {
    group: 'Text commands:',
    flags: {
      fonts: text.fonts,
      texts: 'Text boxes as JSON or a JSON file',
      ...notation,
      anchor: 'Position of all texts inside their boxes; none uses the positions in --texts',
      ...blankBackground,
    },
    examples: [
      'fudebako write-texts photo.jpg -o card.png --texts texts.json',
      `fudebako write-texts photo.jpg -o card.png --texts '[{"text":"Good morning"}]'`,
    ],
  },
  'write-horizontal': {
    group: 'Text commands:',
    flags: text,
    examples: [
      "fudebako write-horizontal photo.jpg -o card.png --text 'Good morning'",
      "fudebako write-horizontal -o poem.mp4 --text 'Good morning' --author 'A. Poet'",
    ],
  },
  'write-vertical': {
    group: 'Text commands:',
    flags: text,
    examples: ["fudebako write-vertical photo.jpg -o haiku.png --text '古池や蛙飛びこむ水の音' --author '芭蕉'"],
  },
  'animate-horizontal': {
    group: 'Text commands:',
    flags: animation,
    examples: ["fudebako animate-horizontal photo.jpg -o poem.mp4 --text 'Good morning'"],
  },
  'animate-vertical': {
    group: 'Text commands:',
    flags: animation,
    examples: ["fudebako animate-vertical -o haiku.gif --text '古池や蛙飛びこむ水の音'"],
  },
  'sound-to-video': {
    group: 'Video and audio commands:',
    flags: video,
    examples: [
      'fudebako sound-to-video --audio song.mp3 --main cover.jpg -o song.mp4',
      'fudebako sound-to-video --audio song.mp3 --main cover.jpg -o song.mp4 --waveform bars --progress-bar',
      'fudebako sound-to-video --audio song.mp3 --main cover.jpg --start title.png --dur-start-sec 3 -o song.mp4',
    ],
  },
  'sound-to-slideshow': {
    group: 'Video and audio commands:',
    details: 'The images repeat in order until the audio ends.',
    flags: {
      ...video,
      imageDurationSec: 'Duration of each main image',
      imageDurationsSec:
        'Durations of the main images in order, such as 4,2.5,3, or a JSON list; further images have --image-duration-sec',
      transitionSec: 'Crossfade duration; 0 for none',
      fitMain: 'Fit of all main images',
      fitMainArray: 'Fits of the main images in order, as a JSON list or a JSON file; further images have --fit-main',
    },
    examples: [
      'fudebako sound-to-slideshow --audio song.mp3 --main 1.jpg --main 2.jpg -o song.mp4 --image-duration-sec 4',
      'fudebako sound-to-slideshow --audio song.mp3 --main 1.jpg --main 2.jpg -o song.mp4 --image-durations-sec 4,2.5 --no-end-card',
    ],
  },
  'animate-images': {
    group: 'Video and audio commands:',
    details: 'Images appear in the order of the arguments. The first image sets the size.',
    flags: {
      images: 'Image to show, in order',
      format: 'Format; follows the extension of OUT',
      delay: 'How long each image is shown',
      delays: 'Delays of the images in order, such as 500,500,2000, or a JSON list; further images have --delay',
      loop: 'How often the animation plays; 0 repeats forever',
      width: 'Width of the animation; by default that of the first image',
      fit: 'Fit of images with another shape: add bars to contain, or crop to cover',
      background: 'Color of the bars, or transparent',
    },
    examples: [
      'fudebako animate-images 1.jpg 2.jpg photo.jpg -o slides.gif --delay 800',
      'fudebako animate-images photos -o photos.webp --width 640 --fit cover',
    ],
  },
  'extract-frames': {
    group: 'Video and audio commands:',
    details:
      'Writes every frame as browsers compose it, named NAME-001.png, NAME-002.png, …. With --json or --report, each line states the delay as delayMs. Writes all frames of a file or none.',
    flags: { frame: 'Number of the only frame to write, from 1' },
    examples: [
      'fudebako extract-frames talk.gif -o frames/',
      'fudebako extract-frames talk.gif -o first.png --frame 1',
    ],
  },
  'extract-frame': {
    group: 'Video and audio commands:',
    details:
      'Writes the frame that a player shows at --at, rotated as in a player. Needs the package node-av to decode video.',
    flags: { at: 'Time of the frame in seconds' },
    examples: [
      'fudebako extract-frame talk.mp4 -o cover.png --at 12.5',
      'fudebako extract-frame clips -o stills --at 1 --format jpg',
    ],
  },
  'extract-clip': {
    group: 'Video and audio commands:',
    details:
      'MP4: copies video and audio if --from is at a key frame; otherwise encodes the video again, and says so. The audio is always copied. GIF and WebP: at most 15 s.',
    flags: {
      from: 'Start in seconds',
      to: 'End in seconds',
      format: 'Format; follows the extension of OUT',
      width: 'Width of GIF and WebP; never larger than the video',
      frameRate: 'Frame rate of GIF and WebP',
    },
    examples: [
      'fudebako extract-clip talk.mp4 -o intro.mp4 --from 0 --to 30',
      'fudebako extract-clip talk.mp4 -o laugh.gif --from 12.5 --to 15 --width 320',
    ],
  },
  'extract-audio': {
    group: 'Video and audio commands:',
    details: 'Encodes the main audio track anew, in sync with the video. Needs the package @ffmpeg/core.',
    flags: { ...audioFile, ...audioPart },
    examples: [
      'fudebako extract-audio talk.mp4 -o talk.mp3',
      'fudebako extract-audio concert.mkv -o solo.flac --from 62.5 --to 95',
    ],
  },
  'convert-audio': {
    group: 'Video and audio commands:',
    details:
      'Reads WAV, MP3, M4A, FLAC, Ogg, Opus, AIFF, CAF, WMA, and the audio of videos. Keeps tags and cover. Needs the package @ffmpeg/core, except from WAV or MP3 to WAV or MP3.',
    flags: { ...audioFile, ...audioPart, ...audioEdits },
    examples: [
      'fudebako convert-audio memo.m4a -o memo.mp3',
      'fudebako convert-audio album -o flac --format flac --bit-depth 24',
      'fudebako convert-audio episode.wav -o episode.m4a --loudness -16 --fade-out-sec 2 --channels 1',
    ],
  },
  'join-audio': {
    group: 'Video and audio commands:',
    details:
      'The result has the sample rate and the tags of the first file. Reads the same formats as convert-audio, and needs the same package.',
    flags: {
      crossfadeSec: 'Overlap of neighbors, with equal power; at most half of the shorter file',
      ...audioFile,
    },
    examples: [
      'fudebako join-audio song.mp3 episode.wav song.mp3 -o show.mp3 --crossfade-sec 1.5',
      'fudebako join-audio recordings episode.wav -o talks.m4a --bitrate 96',
    ],
  },
  'wav-to-mp3': {
    group: 'Video and audio commands:',
    flags: {
      mode: 'Constant (cbr) or variable (vbr) bitrate',
      bitrate: 'Bitrate with --mode cbr',
      vbrQuality: 'Quality with --mode vbr; 0 is best',
    },
    examples: [
      'fudebako wav-to-mp3 song.wav -o song.mp3 --bitrate 256',
      'fudebako wav-to-mp3 recordings -o mp3 --mode vbr',
    ],
  },
  'mp3-to-wav': {
    group: 'Video and audio commands:',
    flags: { bitDepth: 'Sample format: 16-bit, 24-bit or 32-bit float' },
    examples: ['fudebako mp3-to-wav song.mp3 -o song.wav'],
  },
  inspect: {
    group: 'Other commands:',
    details:
      'Prints format, size, metadata, color profile, coding, duration, tracks and tags of images, audio and video.',
    examples: ['fudebako inspect photo.jpg', 'fudebako inspect photos --json'],
  },
  cache: {
    group: 'Other commands:',
    details:
      'prune removes damaged files, and the least recently used results beyond the limits. It never removes other files.',
    examples: ['fudebako cache prune --cache .cache/images --max-bytes 2GB --max-age 30'],
  },
  check: {
    group: 'Other commands:',
    details:
      'Prints one line per offense, and one JSON object with --json. Exits with code 1 if there is an offense; a file that can\u2019t be read counts as an offense.',
    examples: [
      'fudebako check photos --max-width 2400 --max-bytes 500kB --no-gps',
      'fudebako check photos --formats jpg,webp --profile srgb --verify --json',
      'fudebako check photo.jpg --would-change limits.json',
    ],
  },
  run: {
    group: 'Other commands:',
    details:
      'A recipe is JSON: one operation with its parameters, or a list of operations; or a link to a recipe, copied from the page. Inputs are files, or tables (.csv, .tsv, .jsonl) with one result per row. The last step may list several results, such as "outputs": [{ "width": 640, "format": "webp" }].',
    examples: [
      'fudebako run recipe.json photos -o out',
      "fudebako run recipe.json rows.csv -o cards --name '{index:03}-{name}.{ext}'",
      'fudebako run recipe.json photos -o web --widths 320,640 --formats webp,jpg --manifest web/srcset.html',
    ],
  },
  list: { group: 'Other commands:', examples: ['fudebako list', 'fudebako list --json'] },
  schema: { group: 'Other commands:', examples: ['fudebako schema crop', 'fudebako schema recipe'] },
  completion: {
    group: 'Other commands:',
    examples: [
      'source <(fudebako completion bash)',
      'source <(fudebako completion zsh)',
      'fudebako completion fish | source',
    ],
  },
};

export const flagHelp = (command: string, name: string): string | undefined => {
  const flags = commandHelp[command]?.flags ?? {};
  return Object.hasOwn(flags, name) ? flags[name] : undefined;
};

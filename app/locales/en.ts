import { BUILT_WITH_HEIC } from '#core/base/built-with.ts';
import type { OperationRoute, ScreenRoute } from '../tools/catalog.ts';

interface ScreenWords {
  /** One-sentence description of the screen, shown below the heading, on the home page and in search results. */
  readonly summary: string;
  /** Additional search terms for the command palette. */
  readonly keywords: string;
  readonly [more: string]: string | object;
}

/** Translations for a screen without an operation. Other screens take their name from their operation. */
interface NamedScreenWords extends ScreenWords {
  readonly name: string;
}

/** English app translations, which define all keys. `core/locales/` names operations and errors (`core:…`). */
export const en = {
  common: {
    appName: 'Fudebako',
    error: 'Error',
    close: 'Close',
    cancel: 'Cancel',
    copy: 'Copy',
    copied: 'Copied',
    paste: 'Paste',
    duplicate: 'Duplicate',
    clear: 'Clear',
    apply: 'Apply',
    reset: 'Set to Default',

    uploadImage: 'Upload Image',
    blankBackground: 'Blank Background',
    chooseFile: 'Choose File',
    loadLastImage: 'Load Last Image',
    pasteImage: 'Paste',
    noFileSelected: 'No file selected',
    openOther: 'Open',
    dropImage: 'Drop an image here',
    skipped_one: 'Only one file can be opened here; {{count}} was skipped.',
    skipped_other: 'Only one file can be opened here; {{count}} were skipped.',
    acceptsImages: `JPG, PNG, WebP, AVIF, ${BUILT_WITH_HEIC ? 'HEIC, ' : ''}GIF, BMP, TIFF or SVG`,
    openImage: 'Open an image',
    trySample: 'Try a sample',
    generate: 'Generate',
    imageSource: 'Image source',
    pickColor: 'Pick {{label}}',
    foldCard: 'Collapse',
    unfoldCard: 'Expand',

    preview: 'Preview',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    zoomFit: 'Fit',
    zoomActual: '100%',
    zoomLevel: '{{percent}}%',
    imageSize: '{{width}} × {{height}} px',
    sizeChange: '{{percent}}% of original file',
    withoutGpu: 'Preview drawn without graphics acceleration',

    settings: 'Settings',
    showPanel: 'Show settings',
    hidePanel: 'Hide settings',
    enterValue: 'Please enter a value.',
    increase: 'Increase {{label}}',
    decrease: 'Decrease {{label}}',
    crop: 'Crop',
    scale: 'Scale',
    scaleShort: 'Scale',
    byRatio: 'By ratio',

    moreActions: 'More',
    undo: 'Undo',
    isOpen: '{{name}} is open',
    useIt: 'Use it',
    original: 'Original',
    closeImage: 'Close image',
    closeImages: 'Close all {{count}} images',
    undoNamed: 'Undo {{change}}',
    redoNamed: 'Redo {{change}}',
    redo: 'Redo',
    generateJpg: 'Generate JPG',
    generatePng: 'Generate PNG',
    generateMp4: 'Generate MP4',
    playAnimation: 'Play animation',
    stopAnimation: 'Stop animation',
    generateGif: 'Generate GIF',
    generated: 'Generated files',
    stale: 'out of date',
    downloadJpg: 'Download JPG',
    downloadPng: 'Download PNG',
    downloadMp4: 'Download MP4',
    downloadGif: 'Download GIF',
    downloadWebp: 'Download WebP',
    downloadAvif: 'Download AVIF',
    share: 'Share',
    shareFile: 'Share {{name}}',
    copyImage: 'Copy image',
    saveForLater: 'Save for later',
    savedForLater: 'Saved. Any tool can load it with “Load Last Image”.',
    copySettings: 'Copy settings',
    pasteSettings: 'Paste settings',
    copyRecipe: 'Copy recipe',
    pasteRecipe: 'Paste recipe',
    copyCommand: 'Copy command',

    opening: 'Opening…',
    working: 'Working…',
    generating: 'Generating…',
    converting: 'Converting…',
    saving: 'Saving…',
    remainingSeconds: 'About {{seconds}} s left',
    remainingMinutes: 'About {{minutes}} min left',
    done: 'Done',
    cancelled: 'Canceled',
  },

  shell: {
    skipToContent: 'Skip to content',
    menu: 'Menu',
    closeMenu: 'Close menu',
    navigation: 'Tools and pages',
    groups: {
      image: 'Image tools',
      text: 'Text tools',
      video: 'Video tools',
      sound: 'Sound tools',
      other: 'Other',
    },
    language: 'Language',
    theme: 'Theme',
    themes: { system: 'Auto', light: 'Light', dark: 'Dark' },
    notices: {
      filesNotKept: 'Browser storage is full or turned off. Open files will be lost on reload.',
      storageSlow:
        'Browser storage is slow to answer. Until it does, earlier work is missing and new work isn’t saved.',
      settingsNotKept: 'Settings can’t be saved here; they last until you close this page.',
      setAside: 'Some saved data couldn’t be opened. You can download it as is.',
      downloadFile: 'Download {{name}}',
      discard: 'Remove',
      clearedElsewhere: 'All stored data was cleared in another tab.',
    },
    update: {
      ready: 'A new version is ready. Your images and settings are not affected.',
      later: 'A new version is ready. You can update when the current task finishes.',
      reload: 'Reload',
    },
  },

  palette: {
    title: 'Search tools and commands',
    open: 'Search',
  },

  openWith: {
    instead: 'Open in {{tool}}',
  },

  failure: {
    unknown: 'Something went wrong.',
    details: 'Details',
    copyDetails: 'Copy details',
    missingPart:
      'Part of the page couldn’t load. You may be offline, or there is an update. Reload the page; your images and settings are safe.',
    screenTitle: 'This page stopped working',
    screenBody: 'Sorry about that. Saved images and settings are still on this device.',
    reload: 'Reload this page',
    goHome: 'Back to home',
  },

  home: {
    name: 'Home',
    summary: 'Free image tools in your browser. Your files never leave your device.',
    keywords: 'start top',
    headline: 'Simple, Powerful Image Editing',
    lead: 'Image, text, video and audio tools in one place. Pick one, drop in an image, download the result.',
    getStarted: 'Get Started',
    stays: 'Free · No sign-in · Files stay on your device',
    dropFile: 'Drop a file here',
    openFile: 'Open a file',
    acceptsFiles: 'Image, audio or video. Pick a tool next.',
    playAnimation: 'Play animation',
    pauseAnimation: 'Pause animation',
    quickStart: 'Quick Start',
    open: 'Open',
    cards: {
      scaler: { title: 'Scale', body: 'Make an image smaller or larger, by ratio or to exact pixels.' },
      cropper: { title: 'Crop', body: 'Draw a rectangle around what matters and cut off the rest.' },
      color_adjuster: {
        title: 'Color Adjust',
        body: 'Adjust saturation, brightness, hue and contrast until it feels right.',
      },
      advanced_text_editor: {
        title: 'Text',
        body: 'Add text to an image, horizontal or vertical, in the font you like.',
      },
    },
    images: {
      hero: 'A haiku written letter by letter in Japanese columns on an ink landscape.',
    },
    allTools: 'All tools',
    promise: 'Your files stay yours',
    promises: {
      local: {
        title: 'Files stay on your device',
        body: 'Your browser opens, edits and saves your files. No server is involved.',
      },
      offline: {
        title: 'Works offline',
        body: 'After the first visit, every tool and image format works offline; other fonts after their first use.',
      },
      free: { title: 'No account', body: 'No sign-in, no newsletter, no watermark on photos.' },
    },
    privacyLink: 'How we protect your privacy',
  },

  format_converter: {
    summary: 'Convert images to JPG, PNG, WebP or AVIF.',
    keywords: 'convert change type jpeg jpg png webp avif gif heic compress',
  },
  cropper: {
    size: '{{width}} × {{height}}',
    summary: 'Draw a rectangle and cut off everything outside it.',
    keywords: 'cropper cut trim square aspect 16:9',
    selection: 'Selection',
    selectionKeys: 'Arrows move the selection, Alt+arrows resize it, Shift makes larger steps, Enter crops.',
    longEdge: 'Long edge',
    aspect: 'Aspect ratio',
    aspectFree: 'Free',
    aspectOriginal: 'Original',
    aspectOriginalTurned: 'Original, rotated',
    aspectCustom: 'Custom',
    aspectTurn: 'Swap width and height',
    aspectTyped: 'Width : height',
    aspectWrong: 'Type an aspect ratio such as 4:5 or 1.91.',
  },
  scaler: {
    summary: 'Make an image larger or smaller.',
    keywords: 'scaler resize size',
    becomes: 'From {{from}} to {{to}} ({{percent}})',
  },
  color_adjuster: {
    summary: 'Adjust light and colors, automatically or by hand.',
    keywords: 'colour color adjuster',
    histogram: 'Histogram of red, green and blue',
  },
  blur_sharpen: {
    summary: 'Soften an image or bring out its edges.',
    keywords: 'blur/sharpen sharpness',
    hint: 'Drag left to blur, right to sharpen.',
  },
  shape_editor: {
    summary: 'Draw boxes, stars, curves and more on an image.',
    keywords: 'draw shapes',
    downloadSvg: 'Download SVG of the shapes',
    chooseImage: 'Choose an image',
    box: 'Shape on the image',
    points: 'Points of the curve',
    point: 'Point {{number}}',
    createKeys: 'Click to set points. Press Enter or double-click to finish.',
    designKeys:
      'Drag a point or move it with the arrow keys. Double-click a point to break or rejoin the curve before it.',
    add: 'Add',
    del: 'Del',
  },
  mask_creator: {
    summary: 'Cut out a subject, or paint a mask with pen and eraser.',
    keywords: 'mask alpha paint pen eraser cut-out cut out cutout remove background transparent',
  },
  layer: {
    summary: 'Blend two images, with a blend mode and a mask.',
    keywords: 'layers compositor blend overlay combine mask',
    images: 'Layer Images',
    top: 'Top layer',
    bottom: 'Bottom layer',
    mask: 'Mask (alpha)',
    hold: 'Position of the top layer',
    fit: 'Contain',
    fill: 'Cover',
  },
  advanced_text_editor: {
    summary: 'Put up to ten texts on an image, each with its own style.',
    keywords: 'text caption title watermark',
    tab: 'text{{number}}',
    editing: 'Editing: {{name}}',
    box: 'Text on the image',
    write: 'Edit {{name}} on the image',
    writeKeys: 'Press Enter or double-click to edit in place.',
    writeEnds: 'Ctrl/⌘+Enter saves, Esc discards.',
    overflows: 'The text doesn’t fit in its box.',
  },
  horizontal_editor: {
    summary: 'Typeset a text and its author in horizontal lines.',
    keywords: 'horizontal text',
    sample: { main: 'Hope is the thing with feathers\nThat perches in the soul,', author: 'Emily Dickinson' },
  },
  editor: {
    summary: 'Typeset a short poem vertically.',
    keywords: 'vertical text',
    sample: { main: '古池や\n蛙飛びこむ\n水の音', author: '松尾芭蕉' },
  },
  sound_to_video: {
    summary: 'Make an MP4 video from audio and images.',
    keywords: 'create video mp3 wav mp4',
  },
  sound_to_slide_show_video: {
    summary: 'Make an MP4 slideshow from audio and up to twenty images.',
    keywords: 'slide show sound video',
  },
  video_playback: {
    name: 'Video Player',
    summary: 'Play a video file from this device.',
    keywords: 'playback',
  },
  wav_to_mp3: {
    summary: 'Convert a WAV recording to a small MP3.',
    keywords: 'sound audio convert compress music',
  },
  mp3_to_wav: {
    summary: 'Convert an MP3 to an uncompressed WAV.',
    keywords: 'sound audio convert decode pcm music',
  },
  audio_converter: {
    summary: 'Convert audio, or the audio of a video.',
    keywords: 'sound audio convert extract',
  },

  site_issues: {
    name: 'Known issues',
    summary: 'Known problems and how to work around them.',
    keywords: 'site issues',
  },

  privacy: {
    name: 'Privacy',
    summary: 'Your files are processed on your device and are never sent to a server.',
    keywords: 'policy',
  },

  contact: {
    name: 'Contact',
    summary: 'Questions, problems and ideas.',
    keywords: 'mail email',
  },
} satisfies Record<OperationRoute, ScreenWords> &
  Record<Exclude<ScreenRoute, OperationRoute> | 'home', NamedScreenWords> &
  Record<string, object>;

export type AppWords = typeof en;

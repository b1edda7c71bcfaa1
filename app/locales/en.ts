import type { OperationRoute, ScreenRoute } from '../state/catalogue.ts';

/** What every screen has words for, under the key that is its route. */
interface ScreenWords {
  /** One sentence: under the heading, on the home page and for search engines. */
  readonly summary: string;
  /** What else somebody might type into the palette to find it. */
  readonly keywords: string;
  readonly [more: string]: string | object;
}

/** A screen without an operation has a name here; the others have their operation's, which is core's. */
interface NamedScreenWords extends ScreenWords {
  /** In the sidebar, in the title and as the heading. */
  readonly name: string;
}

/**
 * The page's words in English. This table defines the keys; `ja.ts` does not compile while one is
 * missing. Names and errors of operations are core's (`core/words/`), reached as `core:…`.
 */
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
    tabBackward: 'Move one tab to the left',
    tabForward: 'Move one tab to the right',
    clear: 'Clear',
    apply: 'Apply',
    reset: 'Set to Default',

    // Bringing a file in
    uploadImage: 'Upload Image',
    blankBackground: 'Blank Background',
    chooseFile: 'Choose File',
    loadLastImage: 'Load Last Image',
    pasteImage: 'Paste',
    noFileSelected: 'No file selected',
    openOther: 'Open',
    dropImage: 'Drop a picture here',
    leftOut_one: 'One file fits here: {{count}} other was left out.',
    leftOut_other: 'One file fits here: {{count}} others were left out.',
    takesImages: 'JPG, PNG, WebP, AVIF, GIF or SVG',
    openPicture: 'Open a picture',
    trySample: 'Try a sample',
    generate: 'Generate',
    imageSource: 'Where the picture comes from',
    pickColor: 'Pick {{label}}',
    foldCard: 'Fold away',
    unfoldCard: 'Unfold',

    // The stage
    preview: 'Preview',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    zoomFit: 'Fit',
    zoomActual: '100 %',
    boxKeys:
      'Drag inside to move it, at its handles to scale and turn it. Arrow keys move it by 1 px, with Shift by 10, with Alt they scale it; [ and ] turn it.',
    zoomLevel: '{{percent}} %',
    imageSize: '{{width}} × {{height}} px',
    sizeChange: '{{percent}} % of the source',
    withoutGpu: 'Preview drawn without graphics acceleration',

    // The inspector
    settings: 'Settings',
    showPanel: 'Show settings',
    hidePanel: 'Hide settings',
    enterValue: 'Please enter a value.',
    increase: 'Increase {{label}}',
    decrease: 'Decrease {{label}}',
    crop: 'Crop',
    scale: 'Scale',
    byRatio: 'By ratio',

    // The action bar
    moreActions: 'More',
    undo: 'Undo',
    redo: 'Redo',
    generateJpg: 'Generate JPG',
    generatePng: 'Generate PNG',
    generateMp4: 'Generate MP4',
    playAnimation: 'Play the animation',
    stopAnimation: 'Stop the animation',
    generateGif: 'Generate GIF',
    generated: 'Generated files',
    stale: 'made before your last change',
    downloadJpg: 'Download JPG',
    downloadPng: 'Download PNG',
    downloadMp4: 'Download MP4',
    downloadGif: 'Download GIF',
    downloadWebp: 'Download WebP',
    downloadAvif: 'Download AVIF',
    share: 'Share',
    shareFile: 'Share {{name}}',
    saveForLater: 'Save for later',
    savedForLater: 'Saved. Any tool can load it with “Load Last Image”.',
    copySettings: 'Copy settings',
    pasteSettings: 'Paste settings',
    copyRecipe: 'Copy recipe',
    pasteRecipe: 'Paste recipe',
    copyCommand: 'Copy command',

    // Work under way
    opening: 'Opening…',
    working: 'Working…',
    generating: 'Generating…',
    converting: 'Converting…',
    saving: 'Saving…',
    remainingSeconds: 'About {{seconds}} s left',
    remainingMinutes: 'About {{minutes}} min left',
    done: 'Done',
    cancelled: 'Cancelled',
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
      filesNotKept:
        'The browser’s storage is full or switched off: what is open here will be gone after a reload. Everything else works.',
      settingsNotKept: 'This browser keeps no settings. They hold until you close this page.',
      setAside: 'Something kept from an earlier visit could not be opened. You can download it as it is.',
      downloadFile: 'Download {{name}}',
      discard: 'Remove',
      clearedElsewhere:
        'Everything stored on this device was cleared in another tab. What is open here is stored again when you change it.',
    },
    update: {
      ready: 'A new version is ready. Your pictures and settings stay.',
      later: 'A new version is ready. It can be taken once the present work is done.',
      reload: 'Reload',
    },
  },

  palette: {
    open: 'Search',
  },

  openWith: {
    one: 'Open {{name}} in',
    many: 'Open {{number}} files in',
    some: '{{count}} of {{total}}',
    nothing: 'Nothing here opens this',
    unknown: 'No tool opens {{names}}.',
    pictures: 'Pictures: {{formats}}',
    sounds: 'Sounds: WAV or MP3',
    videos: 'Videos: MP4, MOV, WebM, MKV and more',
  },

  failure: {
    unknown: 'Something went wrong.',
    details: 'Details',
    copyDetails: 'Copy details',
    missingPart:
      'A part of the page could not be fetched: there is no connection, or a newer version. Your pictures and settings stay when the page is reloaded.',
    screenTitle: 'This page stopped working',
    screenBody: 'Sorry about that. Pictures saved for later and your settings are still on this device.',
    reload: 'Reload this page',
    goHome: 'Back to home',
  },

  home: {
    name: 'Home',
    summary: 'Small, sharp tools for pictures, in your browser. Free, and nothing leaves your device.',
    keywords: 'start top',
    headline: 'Simple, Powerful Image Editing',
    lead: 'A pencil case of small, sharp tools. Open one, drop your picture, take the result with you. Everything happens on your own device.',
    getStarted: 'Get Started',
    stays: 'Nothing leaves your device, no sign-in, free',
    dropFile: 'Drop a file here',
    openFile: 'Open a file',
    takesFiles: 'A picture, a sound or a video. You choose the tool.',
    playFilm: 'Play the poem',
    pauseFilm: 'Pause the poem',
    quickStart: 'Quick Start',
    open: 'Open',
    cards: {
      scaler: { title: 'Scale', body: 'Make a picture smaller or larger, by ratio or to exact pixels.' },
      cropper: { title: 'Crop', body: 'Draw a rectangle and keep only what matters.' },
      color_adjuster: {
        title: 'Color Adjust',
        body: 'Turn saturation, brightness, hue and contrast until it feels right.',
      },
      advanced_text_editor: {
        title: 'Text',
        body: 'Set words on a picture, across or down, in the typeface you like.',
      },
    },
    pictures: {
      hero: 'A haiku in Japanese columns, written letter by letter on a landscape in ink: morning calm, the vermilion sun crosses the sky, a single boat.',
      poem: '朝なぎや',
    },
    allTools: 'All tools',
    promise: 'Your files stay yours',
    promises: {
      local: {
        title: 'Nothing leaves this device',
        body: 'Pictures are opened, changed and saved by your own browser. There is no server to send them to.',
      },
      offline: { title: 'Works offline', body: 'After the first visit the tools open without a connection too.' },
      free: { title: 'No account', body: 'No sign-in, no newsletter, no limit on how many pictures you make.' },
    },
    privacyLink: 'How privacy is kept',
  },

  format_converter: {
    summary: 'Turn pictures into JPG, PNG, WebP or AVIF.',
    keywords: 'convert change type jpeg jpg png webp avif gif heic compress smaller file',
  },
  cropper: {
    size: '{{width}} × {{height}}',
    summary: 'Draw a rectangle and keep only what is inside.',
    keywords: 'cropper cut trim square aspect 16:9',
    selection: 'Selection',
    selectionKeys: 'Arrow keys move it, Alt and arrow keys resize it, Shift makes larger steps, Enter crops.',
    longEdge: 'Long edge',
    aspect: 'Aspect ratio',
    aspectFree: 'Free',
    aspectOriginal: 'Original',
    aspectOriginalTurned: 'Original, turned',
    aspectCustom: 'Custom',
    aspectTurn: 'Swap width and height',
    aspectTyped: 'Width : height',
    aspectWrong: 'Type a ratio such as 4:5 or 1.91.',
  },
  scaler: {
    summary: 'Make a picture larger or smaller.',
    keywords: 'scaler resize enlarge shrink size reduce compress thumbnail pixels',
    becomes: 'From {{from}} to {{to}}',
  },
  color_adjuster: {
    summary: 'Turn saturation, brightness, hue and contrast.',
    keywords: 'colour color adjuster saturation brightness hue contrast tone',
    original: 'Original',
    originalHint: 'Hold to see the picture before the change.',
    histogram: 'Histogram of red, green and blue',
  },
  blur_sharpen: {
    summary: 'Soften a picture or bring out its edges.',
    keywords: 'blur/sharpen soften focus sharpness',
    hint: 'To the left it blurs, to the right it sharpens.',
  },
  shape_editor: {
    summary: 'Draw boxes, stars, curves and more onto a picture.',
    keywords: 'draw shapes line curve circle arrow star frame border rotate turn',
    downloadSvg: 'Download SVG of the shapes',
    chooseImage: 'Choose an image',
    box: 'Shape on the picture',
    points: 'Points of the curve',
    point: 'Point {{number}}',
    createKeys: 'Click to set points. Enter or a double-click finishes the curve.',
    designKeys: 'Drag a point or move it with the arrow keys. A double-click connects or disconnects it.',
    add: 'Add',
    del: 'Del',
  },
  mask_creator: {
    summary: 'Paint a mask over a picture with pen and eraser.',
    keywords: 'mask alpha paint pen eraser cut-out transparent background',
    source: 'Mask and base image',
    createMask: 'Create Mask',
    loadMask: 'Load Mask',
    loadBase: 'Load Base Image',
    sizeNote: 'A side that is empty or 0 takes the size of the open picture.',
    drawOnMask: 'draw on mask',
    tool: 'Tool',
    pen: 'Pen',
    eraser: 'Eraser',
    mask: 'Mask',
    downloadMask: 'Download Mask PNG',
    downloadCutOut: 'Download cut-out',
    useInLayer: 'Use as mask in Layer',
    saveBase: 'Save base for later',
    saveMask: 'Save mask for later',
    drawingSettings: 'Drawing Settings',
    penWidth: 'Pen width',
    penGray: 'Pen gray value',
    feather: 'Feather',
    grayNote: '255 shows and 0 hides. The eraser draws 0.',
    stretched: 'The base of {{width}} × {{height}} px is shown stretched to the mask.',
  },
  layer: {
    summary: 'Lay one picture over another, with a blend mode and a mask.',
    keywords: 'layers compositor blend overlay combine mask',
    images: 'Layer Images',
    top: 'Top layer',
    bottom: 'Bottom layer',
    mask: 'Mask (alpha)',
    centred: '0 and 0 lay the top in the middle of the bottom.',
    maskNote: 'White in the mask shows the top, black hides it.',
    hold: 'Top layer on the picture',
    fade: 'Opacity of the top layer',
    fadeKeys: 'The digits fade it: 1 to 10 %, 9 to 90 %, 0 to 100 %.',
    fit: 'Fit inside',
    fill: 'Fill all',
  },
  advanced_text_editor: {
    summary: 'Put up to ten texts on a picture, each with its own style.',
    keywords: 'text caption title words typography font outline stroke edge rotate turn meme watermark',
    tab: 'text{{number}}',
    editing: 'Editing: {{name}}',
    box: 'Text on the picture',
    write: 'Words of {{name}} on the picture',
    writeKeys: 'Enter or a double-click writes the text in its place.',
    writeEnds: 'Ctrl or ⌘ with Enter keeps the text, Escape gives back what it said.',
    overflows: 'The text needs more room than its box has.',
  },
  horizontal_editor: {
    summary: 'Set a text and its author in lines from left to right.',
    keywords: 'horizontal text quote card poem outline animation gif mp4',
    sample: { main: '“Hope” is the thing with feathers\nThat perches in the soul', author: 'Emily Dickinson' },
  },
  editor: {
    summary: 'Set a short poem in vertical Japanese lines.',
    keywords: 'vertical text japanese poem haiku tanka tategaki outline animation gif mp4',
    sample: { main: '古池や\n蛙飛びこむ\n水の音', author: '松尾芭蕉' },
  },
  sound_to_video: {
    summary: 'Make an MP4 video from a sound and pictures.',
    keywords: 'create video mp3 wav mp4 music podcast youtube cover song',
  },
  sound_to_slide_show_video: {
    summary: 'Make an MP4 slideshow from a sound and up to twenty pictures.',
    keywords: 'slide show sound video mp4 photos album podcast',
  },
  video_playback: {
    name: 'Video Player',
    summary: 'Play a video file from this device.',
    keywords: 'playback watch movie film mp4 webm mov mkv captions subtitles frame',
  },
  wav_to_mp3: {
    summary: 'Turn a WAV recording into a small MP3.',
    keywords: 'sound audio convert compress smaller file music podcast voice recording',
  },
  mp3_to_wav: {
    summary: 'Turn an MP3 into an uncompressed WAV.',
    keywords: 'sound audio convert decode uncompressed music',
  },

  poem: {
    texts: 'What is written',
    editing: 'Editing: {{part}}',
    follows: 'While the vertical padding is empty, the author follows the main text.',
    overflows: 'The text does not fit inside the padding.',
  },

  fonts: {
    recent: 'Used last',
    own: 'Your fonts',
    scripts: {
      latin: 'Latin',
      japanese: 'Japanese',
      arabic: 'Arabic',
      hebrew: 'Hebrew',
      devanagari: 'Devanagari',
    },
    styles: {
      sans: 'Sans serif gothic',
      serif: 'Serif mincho',
      display: 'Display',
      handwriting: 'Handwriting script',
      mono: 'Monospace',
    },
    nothing: 'No font goes by that name.',
    add: 'Add a font file',
    remove: 'Remove {{font}}',
    use: 'Use {{font}}',
    absent: 'The font {{font}} is not on this device. Another stands in for it.',
  },

  site_issues: {
    name: 'Known issues',
    summary: 'What can go wrong, and what helps.',
    keywords: 'site issues bugs problems trouble help',
  },

  privacy: {
    name: 'Privacy',
    summary: 'Your files are processed on your device and are never sent to a server.',
    keywords: 'policy data tracking ads',
  },

  contact: {
    name: 'Contact',
    summary: 'Questions, problems and ideas.',
    keywords: 'mail email support help address',
  },
} satisfies Record<OperationRoute, ScreenWords> &
  Record<Exclude<ScreenRoute, OperationRoute> | 'home', NamedScreenWords> &
  Record<string, object>;

/** The shape that every language's table has. */
export type AppWords = typeof en;

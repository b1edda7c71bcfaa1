import type { ScreenRoute } from '../tools/catalogue.ts';

/** What every screen has words for, under the key that is its route. */
interface ScreenWords {
  /** In the sidebar, in the title and as the heading. */
  readonly name: string;
  /** One sentence: under the heading, on the home page and for search engines. */
  readonly summary: string;
  /** What else somebody might type into the palette to find it. */
  readonly keywords: string;
  readonly [more: string]: string | object;
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
    clear: 'Clear',
    apply: 'Apply',
    remove: 'Remove',
    reset: 'Set to Default',

    // Bringing a file in
    uploadImage: 'Upload Image',
    blankBackground: 'Blank Background',
    chooseFile: 'Choose File',
    loadLastImage: 'Load Last Image',
    pasteImage: 'Paste',
    noFileSelected: 'No file selected',
    dropImage: 'Drop a picture here',
    takesImages: 'JPG, PNG or WebP',
    openPicture: 'Open a picture',
    trySample: 'Try a sample',
    backgroundColor: 'Background colour',
    width: 'Width',
    height: 'Height',
    generate: 'Generate',
    imageSource: 'Where the picture comes from',
    pickColor: 'Pick {{label}}',

    // The stage
    preview: 'Preview',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    zoomFit: 'Fit',
    zoomActual: '100 %',
    zoomLevel: '{{percent}} %',
    imageSize: '{{width}} × {{height}} px',
    bytes: '{{size}} B',
    kilobytes: '{{size}} kB',
    megabytes: '{{size}} MB',
    sizeChange: '{{percent}} % of the source',

    // The inspector
    settings: 'Settings',
    showPanel: 'Show settings',
    hidePanel: 'Hide settings',
    enterValue: 'Please enter a value.',
    enterText: 'Please enter text.',
    increase: 'Increase {{label}}',
    decrease: 'Decrease {{label}}',
    crop: 'Crop',
    scale: 'Scale',
    byRatio: 'By ratio',
    currentSize: 'Current size',

    // The action bar
    moreActions: 'More',
    undo: 'Undo',
    redo: 'Redo',
    downloadJpg: 'Download JPG',
    downloadPng: 'Download PNG',
    downloadWebp: 'Download WebP',
    downloadAvif: 'Download AVIF',
    saveForLater: 'Save for later',
    saved: 'Saved',
    savedForLater: 'Saved. Any tool can load it with “Load Last Image”.',
    copyRecipe: 'Copy recipe',
    pasteRecipe: 'Paste recipe',
    recipeCopied: 'Recipe copied',
    copyCommand: 'Copy command',
    commandCopied: 'Command copied',
    metadataDropped: 'Downloads carry no metadata such as place or camera.',

    // Work under way
    opening: 'Opening…',
    working: 'Working…',
    generating: 'Generating…',
    converting: 'Converting…',
    saving: 'Saving…',
    remainingSeconds: 'About {{seconds}} s left',
    remainingMinutes: 'About {{minutes}} min left',
    almostDone: 'Almost done',
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
  },

  palette: {
    open: 'Search',
    title: 'Search tools and commands',
    placeholder: 'Where to, or what to do?',
    nothing: 'Nothing goes by that name.',
    go: 'Go to',
    here: 'This tool',
    language: 'Language',
    theme: 'Theme',
    themeName: 'Theme: {{theme}}',
    themeKeywords: 'appearance colour color mode night',
    languageKeywords: 'language translate',
    hintMove: 'Move',
    hintRun: 'Open',
    hintClose: 'Close',
  },

  failure: {
    unknown: 'Something went wrong.',
    details: 'Details',
    copyDetails: 'Copy details',
    screenTitle: 'This page stopped working',
    screenBody: 'Sorry about that. Images saved for later and your settings are still on this device.',
    reload: 'Reload this page',
    goHome: 'Back to home',
  },

  home: {
    name: 'Home',
    summary: 'Small, sharp tools for pictures, in your browser. Free, and nothing is uploaded.',
    keywords: 'start top',
    headline: 'Simple, Powerful Image Editing',
    lead: 'A pencil case of small, sharp tools. Open one, drop your picture, take the result with you. Everything happens on your own device.',
    getStarted: 'Get Started',
    noUpload: 'No upload, no sign-in, free',
    quickStart: 'Quick Start',
    open: 'Open',
    openTool: 'Open {{tool}}',
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
      hero: 'A landscape in ink: mountains in mist, a vermilion sun over a lake, and a pine branch.',
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
    name: 'Format converter',
    summary: 'Turn pictures into JPG, PNG, WebP or AVIF.',
    keywords: 'convert change type jpeg jpg png webp avif',
    qualityNote: 'Quality is for JPG and WebP. PNG keeps every pixel as it is.',
  },
  cropper: {
    name: 'Crop',
    summary: 'Draw a rectangle and keep only what is inside.',
    keywords: 'cropper cut trim',
    selection: 'Selection',
    selectionKeys: 'Arrow keys move it, Alt and arrow keys resize it, Shift makes larger steps, Enter crops.',
    selected: 'Selected: {{width}} × {{height}} px',
    aspect: 'Aspect ratio',
    aspectFree: 'Free',
  },
  scaler: {
    name: 'Scale',
    summary: 'Make a picture larger or smaller.',
    keywords: 'scaler resize enlarge shrink size',
    becomes: '{{from}} → {{to}}',
  },
  color_adjuster: {
    name: 'Color Adjust',
    summary: 'Turn saturation, brightness, hue and contrast.',
    keywords: 'colour color adjuster saturation brightness hue contrast tone',
    original: 'Original',
    originalHint: 'Hold to see the picture before the change.',
    histogram: 'Histogram of red, green and blue',
  },
  blur_sharpen: {
    name: 'Blur and sharpen',
    summary: 'Soften a picture or bring out its edges.',
    keywords: 'blur/sharpen soften focus sharpness',
    hint: 'To the left it blurs, to the right it sharpens.',
  },
  shape_editor: {
    name: 'Shape editor',
    summary: 'Draw boxes, stars, curves and more onto a picture.',
    keywords: 'draw shapes line curve circle arrow star',
  },
  mask_creator: {
    name: 'Mask creator',
    summary: 'Paint a mask over a picture with pen and eraser.',
    keywords: 'mask alpha paint pen eraser',
  },
  layer: {
    name: 'Layer',
    summary: 'Lay one picture over another, with a blend mode and a mask.',
    keywords: 'layers compositor blend overlay combine mask',
  },
  advanced_text_editor: {
    name: 'Advanced text editor',
    summary: 'Put up to ten texts on a picture, each with its own style.',
    keywords: 'text caption title words typography font',
  },
  horizontal_editor: {
    name: 'Horizontal editor',
    summary: 'Set a text and its author in lines from left to right.',
    keywords: 'horizontal text quote card poem',
  },
  editor: {
    name: 'Vertical editor',
    summary: 'Set a short poem in vertical Japanese lines.',
    keywords: 'vertical text japanese poem haiku tanka tategaki',
  },
  sound_to_video: {
    name: 'Sound to video',
    summary: 'Make an MP4 video from a sound and pictures.',
    keywords: 'create video mp3 wav mp4 music',
  },
  sound_to_slide_show_video: {
    name: 'Slideshow video',
    summary: 'Make an MP4 slideshow from a sound and up to twenty pictures.',
    keywords: 'slide show sound video mp4 photos',
  },
  video_playback: {
    name: 'Video player',
    summary: 'Play a video file from this device.',
    keywords: 'playback watch movie mp4 webm captions',
  },
  wav_to_mp3: {
    name: 'WAV to MP3',
    summary: 'Turn a WAV recording into a small MP3.',
    keywords: 'sound audio convert compress music',
  },
  mp3_to_wav: {
    name: 'MP3 to WAV',
    summary: 'Turn an MP3 into an uncompressed WAV.',
    keywords: 'sound audio convert decode music',
  },

  site_issues: {
    name: 'Known issues',
    summary: 'What can go wrong, and what helps.',
    keywords: 'site issues bugs problems trouble help',
    intro:
      'These are the rough edges we know of. Most come from differences between browsers and players. If you meet another one, please tell us.',
    fonts: {
      title: 'A font may not apply at first',
      body: 'Some fonts are downloaded only when they are first used. Until one has arrived, the text may appear in another typeface. Wait a moment, or choose the font once more.',
    },
    slideshow: {
      title: 'A slideshow video may not play in QuickTime on a Mac',
      body: 'If QuickTime Player refuses the file or shows no picture, open it in a browser or in another player such as VLC.',
    },
    thumbnail: {
      title: 'The shape editor’s thumbnail disappears after a reload in Safari',
      body: 'The picture chosen for an image shape can lose its thumbnail when the page is reloaded in Safari. Choose the picture again to bring it back.',
    },
    rotation: {
      title: 'A text’s bounding box deforms near a corner when rotated',
      body: 'A rotated box that is dragged close to a corner of the picture may change its shape. Set its rotation to 0, place the box, and rotate it again.',
    },
    report: 'Tell us about a problem',
  },

  privacy: {
    name: 'Privacy',
    summary: 'Your files are processed on your device and are never sent to a server.',
    keywords: 'policy data tracking ads',
    files: {
      title: 'Your files',
      body: 'Images, sounds and videos that you open here are processed locally, in your browser. They are never sent to our servers or to anybody else’s.',
    },
    storage: {
      title: 'What stays in your browser',
      body: 'Settings, the last image and whatever you “Save for later” are kept in this browser’s own storage, so that you find them again. Nobody else can read them. Clearing the site’s data in your browser removes them.',
    },
    metadata: {
      title: 'Hidden data in pictures',
      body: 'Photos often carry the place, the time and the camera. Pictures downloaded from here leave that out.',
    },
    ads: {
      title: 'Advertising partners',
      body: 'Where advertisements are shown, third-party partners may collect information about your browser or device. They have no access to the images you open.',
    },
    questions: {
      title: 'Questions',
      body: 'Write to us if anything is unclear.',
      link: 'Contact page',
    },
  },

  contact: {
    name: 'Contact',
    summary: 'How to reach us.',
    keywords: 'mail email support help address',
    body: 'Questions, problems and ideas are welcome, in English or Japanese. Please write to:',
    note: 'Replies may take a short while.',
    privacyNote: 'Please do not attach private pictures: we do not need them to help you.',
    copyAddress: 'Copy address',
  },
} satisfies Record<ScreenRoute | 'home', ScreenWords> & Record<string, object>;

/** The shape that every language's table has. */
export type AppWords = typeof en;

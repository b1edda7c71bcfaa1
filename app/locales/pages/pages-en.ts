export const enPages = {
  site_issues: {
    intro: 'These are the problems we know of. Most come from differences between browsers and players.',
    fonts: {
      title: 'A font may not apply at first',
      body: 'Some fonts are downloaded only when they are first used. Until the download finishes, the text may appear in another font. Wait a moment, or choose the font again.',
    },
    slideshow: {
      title: 'A slideshow video may not play in QuickTime on a Mac',
      body: 'Videos made here are MP4 files with H.264 video and AAC audio, which QuickTime Player supports. We have not tested every version. If a file does not play, open it in a browser or another player such as VLC.',
    },
    thumbnail: {
      title: 'The shape editor’s thumbnail disappears after a reload in Safari',
      body: 'The image chosen for an image shape can lose its thumbnail when the page is reloaded in Safari. Choose the image again to restore it.',
    },
    rotation: {
      title: 'A text’s bounding box deforms near a corner when rotated',
      body: 'A rotated box that is dragged close to a corner of the image may change its shape. Set its rotation to 0, place the box, and rotate it again.',
    },
    report: 'Report a problem',
  },

  privacy: {
    files: {
      title: 'Your files',
      body: 'Images, audio and videos that you open here are processed in your browser. They are never sent to our servers or to anyone else.',
    },
    storage: {
      title: 'What your browser stores',
      body: 'This browser stores the items below on your device, so that they are still there on your next visit. They are never sent anywhere.',
    },
    stored: {
      kinds: {
        saved: 'the image you saved for later',
        work: 'the images and audio last open in each tool',
        texts: 'texts, shapes, masks and recipes you made',
        fonts: 'fonts you added',
        settings: 'settings, theme and language',
        site: 'the site itself, so that it works without a network',
      },
      size: '{{size}} of your data is stored.',
      nothing: 'None of your data is stored.',
      offline: 'The offline copy of this site is complete ({{size}}).',
      offlinePart:
        'The offline copy of this site lacks fonts and the AVIF encoder ({{size}} in all). They are stored when first used.',
      clear: 'Clear everything stored on this device',
      question: 'Clear everything stored on this device?',
      consequence: 'This deletes the images, audio, texts, fonts and settings of every tool. It cannot be undone.',
      confirm: 'Clear everything',
      cleared: 'Everything stored on this device has been cleared.',
    },
    metadata: {
      title: 'Hidden data in images',
      body: 'By default, an image that you download contains the pixels you see and nothing else. Location, time, camera, previews and everything that you hid or cut out stay behind. You can choose to include a color profile, or everything except the location.',
    },
    ads: {
      title: 'Advertising partners',
      body: 'Where advertisements are shown, third-party partners may collect information about your browser or device. They have no access to the files that you open.',
    },
    questions: {
      title: 'Questions',
      body: 'For questions, see the contact page.',
      link: 'Contact page',
    },
    licenses: 'Third-party software and licenses',
  },

  contact: {
    body: 'Questions, problems and ideas are welcome, in English or Japanese. Please write to:',
    note: 'Replies may take a short while.',
    noMailbox: 'This site has no contact address. Please ask the person or organization that runs it.',
    helpful: 'What helps with a problem:',
    helps: {
      doing: 'the tool, and what you did',
      message: 'the error message; “Details” can be copied',
      browser: 'your browser and its version',
    },
    privacyNote: 'Please do not attach private images: we do not need them to help you.',
    copyAddress: 'Copy address',
    copyByHand: 'The browser does not allow copying. Copy this text:',
    copyReport: 'Copy a form for your report',
  },
};

export type PageWords = typeof enPages;

/** What only the pages about the site say, in English; fetched with the first of them. */
export const enPages = {
  site_issues: {
    intro:
      'These are the rough edges we know of. Most come from differences between browsers and players. If you meet another one, please tell us.',
    fonts: {
      title: 'A font may not apply at first',
      body: 'Some fonts are downloaded only when they are first used. Until one has arrived, the text may appear in another typeface. Wait a moment, or choose the font once more.',
    },
    slideshow: {
      title: 'A slideshow video may not play in QuickTime on a Mac',
      body: 'Videos made here are H.264 with AAC sound in an MP4 file, which QuickTime Player is made for; we have not been able to try every version of it. If it refuses a file or shows no picture, open the file in a browser or in another player such as VLC, and please tell us.',
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
    files: {
      title: 'Your files',
      body: 'Pictures, sounds and videos that you open here are processed locally, in your browser. They are never sent to our servers or to anybody else’s.',
    },
    storage: {
      title: 'What stays in your browser',
      body: 'These are kept in this browser’s own storage, so that you find them again. They are never sent anywhere.',
    },
    stored: {
      kinds: {
        saved: 'the picture that you saved for later',
        work: 'the pictures and sounds last open in each tool',
        texts: 'texts, poems, shapes, masks and recipes that you have made',
        fonts: 'fonts that you have added',
        settings: 'settings, theme and language',
        site: 'the site itself, so that it works without a network',
      },
      size: 'About {{size}} of yours is stored.',
      nothing: 'Nothing of yours is stored.',
      clear: 'Clear everything stored on this device',
      question: 'Clear everything stored on this device?',
      consequence: 'Pictures, sounds, texts, fonts and settings of every tool go. This cannot be undone.',
      confirm: 'Clear everything',
      cleared: 'Everything stored on this device has been cleared.',
    },
    metadata: {
      title: 'Hidden data in pictures',
      body: 'Photos often carry the place, the time and the camera. Pictures downloaded from here leave that out.',
    },
    ads: {
      title: 'Advertising partners',
      body: 'Where advertisements are shown, third-party partners may collect information about your browser or device. They have no access to the pictures that you open.',
    },
    questions: {
      title: 'Questions',
      body: 'Write to us if anything is unclear.',
      link: 'Contact page',
    },
    licenses: 'Software by others, and its licences',
  },

  contact: {
    body: 'Questions, problems and ideas are welcome, in English or Japanese. Please write to:',
    note: 'Replies may take a short while.',
    noMailbox: 'This site has no mailbox. Please tell whoever runs it, the way you found it.',
    helpful: 'What helps with a problem:',
    helps: {
      doing: 'the tool, and what you did',
      message: 'what the page said; “Details” in its error can be copied',
      browser: 'your browser and its version',
    },
    privacyNote: 'Please do not attach private pictures: we do not need them to help you.',
    copyAddress: 'Copy address',
  },
};

export type PageWords = typeof enPages;

/** What the palette says, in English; fetched with it. */
export const enPalette = {
  title: 'Search tools and commands',
  placeholder: 'Search tools and commands',
  nothing: 'No results.',
  go: 'Go to',
  here: 'This tool',
  does: 'Quick settings',
  notNow: 'This tool: not available now',
  language: 'Language',
  theme: 'Theme',
  themeName: 'Theme: {{theme}}',
  themeKeywords: 'appearance colour color mode night',
  languageKeywords: 'language translate',
  // What else somebody might type to find a tool's action, by its id
  actions: {
    undo: 'back revert',
    redo: 'again forward repeat',
    'download-jpg': 'save export jpeg compress',
    'download-png': 'save export',
    'generate-gif': 'export animated animation moving',
    'generate-mp4': 'export animated animation video film moving',
    save: 'keep store',
    crop: 'cut trim',
    scale: 'resize enlarge shrink reduce',
    convert: 'export encode compress',
    invert: 'negative reverse',
    captions: 'subtitles',
    'step-back': 'frame back',
    'step-forward': 'frame on',
    'copy-recipe': 'share steps',
    'copy-command': 'terminal shell script batch',
  },
  hintMove: 'Move',
  hintRun: 'Open',
  hintClose: 'Close',
};

export type PaletteWords = typeof enPalette;

/**
 * Lists what is stored on the visitor's device, except for documents and their files, whose keys are in
 * `app/document/database.ts`. A changed format requires a key with a new version.
 */

interface LocalEntry {
  readonly key: string;
  readonly parsedBy: string;
}

/** Entries in local storage. */
export const localKeys = {
  language: { key: 'shell.language.v1', parsedBy: 'locales/visitors-language.ts' },
  theme: { key: 'shell.theme.v1', parsedBy: 'shell/theme.ts' },
  recentEntries: { key: 'shell.recent-entries.v1', parsedBy: 'shell/recent-entries.ts' },
  sidebar: { key: 'shell.sidebar.v1', parsedBy: 'shell/sidebar.ts' },
  /** Number of the storage slot that a new tab tries first. */
  lastSlot: { key: 'fudebako-workspace-v1', parsedBy: 'storage/workspace.ts' },
  /** Slot of the page that left last. A reload's slot is not free for a duplicate of the tab. */
  leaving: { key: 'fudebako-leaving-v1', parsedBy: 'storage/workspace.ts' },
  /** Records that unreadable data exists, so that the page doesn't open the database to find out. */
  setAside: { key: 'fudebako-set-aside-v1', parsedBy: 'storage/unreadable-flag.ts' },
  unfinishedPreview: { key: 'fudebako-unfinished-preview-v1', parsedBy: 'ui/stage/preview-watch.ts' },
  presets: { key: 'fudebako-recipes-v1', parsedBy: 'recipes/presets.ts' },
} as const satisfies Readonly<Record<string, LocalEntry>>;

export const TAB_SLOT_KEY = 'fudebako-workspace';

export const settingsKey = (tool: string): string => `fudebako-${tool}-settings-v1`;

export const settingsParts = {
  settings: { parsedBy: 'storage/settings.ts' },
  output: { parsedBy: 'storage/settings.ts' },
  tabs: { parsedBy: 'image-tool/drawn-items.ts' },
  animation: { parsedBy: 'tools/text-page/animation-settings.ts' },
  highlighter: { parsedBy: 'storage/settings.ts' },
  panel: { parsedBy: 'ui/folding.ts' },
  card: { parsedBy: 'ui/folding.ts' },
  /** The open tab of the upload card, and the size and color of the blank background. */
  upload: { parsedBy: 'ui/screen/blank-background.ts' },
  blank: { parsedBy: 'ui/screen/blank-background.ts' },
  source: { parsedBy: 'storage/settings.ts' },
  /** Settings that were copied in the tool, for browsers that can't read the clipboard. */
  copied: { parsedBy: 'storage/settings.ts' },
  aspect: { parsedBy: 'tools/crop/aspect.ts' },
  selection: { parsedBy: 'tools/crop/Cropper.tsx' },
  areas: { parsedBy: 'tools/blur/use-areas.ts' },
  mode: { parsedBy: 'tools/blur/BlurSharpen.tsx' },
  pen: { parsedBy: 'tools/mask/use-mask-tools.ts' },
  create: { parsedBy: 'tools/mask/MaskSource.tsx' },
  picking: { parsedBy: 'tools/mask/mask-tool-settings.ts' },
  view: { parsedBy: 'tools/video-maker/maker-view.ts' },
  audio: { parsedBy: 'tools/player/audio-settings.ts' },
  captions: { parsedBy: 'tools/text-page/animation-captions.ts' },
  /** Output format and file names of batches. */
  many: { parsedBy: 'batch/BatchCard.tsx' },
  recent: { parsedBy: 'ui/fonts/recent-fonts.ts' },
  favorites: { parsedBy: 'ui/fonts/recent-fonts.ts' },
} as const satisfies Readonly<Record<string, { readonly parsedBy: string }>>;
export type SettingsPart = keyof typeof settingsParts;

export const FILES_DATABASE = { name: 'fudebako', storeName: 'files-v1' } as const;

export const sharedFiles = {
  'saved-image': { parsedBy: 'storage/stored.ts' },
  'own-fonts': { parsedBy: 'ui/fonts/own-fonts.ts' },
  'set-aside': { parsedBy: 'storage/unreadable-files.ts' },
} as const satisfies Readonly<Record<string, { readonly parsedBy: string }>>;
export type SharedFiles = keyof typeof sharedFiles;

/** True for a key in the database that only builds before version 0.1.0 have used. */
export const isFormerKey = (key: string): boolean =>
  /^(?:\d+\/)?(?!document\/|file\/)[a-z\d_]+\/(?:base|bottom|mask|many(?:\/.*)?|picture|queue|shapeImage\d+|slots|sound|top|workbench)$|^fonts\/own$/.test(
    key,
  );

/** Keys in local storage that only builds before version 0.1.0 have used. */
export const FORMER_LOCAL_KEYS = ['fudebako-settings-v1'] as const;

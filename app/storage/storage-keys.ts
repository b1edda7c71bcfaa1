/**
 * Everything stored on the visitor's device: place, key, and the file that validates it. Changing a format requires a
 * key with a new version. The storage functions accept only these keys.
 */

interface LocalEntry {
  /** Key in local storage, which ends with the version of its format. */
  readonly key: string;
  readonly parsedBy: string;
}

/** Entries in local storage. Texts and shapes are also in session storage, under the same keys. */
export const localKeys = {
  language: { key: 'shell.language.v1', parsedBy: 'locales/visitors-language.ts' },
  theme: { key: 'shell.theme.v1', parsedBy: 'shell/theme.ts' },
  sidebar: { key: 'shell.sidebar.v1', parsedBy: 'shell/sidebar.ts' },
  texts: { key: 'fudebako-texts-v1', parsedBy: 'storage/tab-document.ts' },
  shapes: { key: 'fudebako-shapes-v1', parsedBy: 'storage/tab-document.ts' },
  verticalPage: { key: 'fudebako-vertical-poem-v1', parsedBy: 'storage/tab-document.ts' },
  horizontalPage: { key: 'fudebako-horizontal-poem-v1', parsedBy: 'storage/tab-document.ts' },
  /** The storage slot that a new tab starts with. */
  lastSlot: { key: 'fudebako-workspace-v1', parsedBy: 'storage/workspace.ts' },
  /** Records that unreadable data was set aside, so that the page needn't open the database to find out. */
  setAside: { key: 'fudebako-set-aside-v1', parsedBy: 'storage/notices.ts' },
  recipes: { key: 'fudebako-recipes-v1', parsedBy: 'recipes/saved-recipes.ts' },
  /** Key of earlier versions for the settings of all tools. */
  formerSettings: { key: 'fudebako-settings-v1', parsedBy: 'storage/settings-store.ts' },
} as const satisfies Readonly<Record<string, LocalEntry>>;

/** Key in session storage for the number of this tab's storage slot. */
export const TAB_SLOT_KEY = 'fudebako-workspace';

/** Returns the key in local storage for a tool's settings. */
export const settingsKey = (tool: string): string => `fudebako-${tool}-settings-v1`;

/** Parts of the settings that a tool stores. */
export const settingsParts = {
  /** Parameters of the tool's operation. */
  settings: { parsedBy: 'storage/settings.ts' },
  output: { parsedBy: 'storage/settings.ts' },
  /** Notation in which a text editor reads its texts. */
  notation: { parsedBy: 'image-tool/text-notation.ts' },
  /** Length, frame rate and reveal of text animations. */
  animation: { parsedBy: 'tools/text-page/animation-settings.ts' },
  /** Whether the settings panel and the batch card are open. */
  panel: { parsedBy: 'ui/screen/SidePanel.tsx' },
  card: { parsedBy: 'storage/settings.ts' },
  /** The open tab of the upload card, and the blank background. */
  upload: { parsedBy: 'ui/screen/blank-background.ts' },
  blank: { parsedBy: 'ui/screen/blank-background.ts' },
  source: { parsedBy: 'storage/settings.ts' },
  /** Settings that were copied in the tool, for browsers that can't read the clipboard. */
  copied: { parsedBy: 'storage/settings.ts' },
  aspect: { parsedBy: 'tools/crop/AspectField.tsx' },
  selection: { parsedBy: 'tools/crop/Cropper.tsx' },
  /** Areas to hide, and the settings for new areas. */
  areas: { parsedBy: 'tools/blur/use-areas.ts' },
  mode: { parsedBy: 'tools/blur/BlurSharpen.tsx' },
  pen: { parsedBy: 'tools/mask/use-mask-tools.ts' },
  create: { parsedBy: 'tools/mask/MaskSource.tsx' },
  picking: { parsedBy: 'tools/mask/picking.ts' },
  view: { parsedBy: 'tools/video-maker/settings.ts' },
  sound: { parsedBy: 'tools/player/sound-settings.ts' },
  /** Output format and file names of batches. */
  many: { parsedBy: 'batch/BatchCard.tsx' },
  recent: { parsedBy: 'ui/fonts/recent-fonts.ts' },
  favorites: { parsedBy: 'ui/fonts/recent-fonts.ts' },
} as const satisfies Readonly<Record<string, { readonly parsedBy: string }>>;
export type SettingsPart = keyof typeof settingsParts;

export const FILES_DATABASE = { name: 'fudebako', storeName: 'files-v1' } as const;

/** Entries in the database that all tabs share. */
export const sharedFiles = {
  /** The image that Save for later stored. */
  'saved-image': { parsedBy: 'storage/stored.ts' },
  'own-fonts': { parsedBy: 'ui/fonts/own-fonts.ts' },
  /** Files of stored data that couldn't be opened. */
  'set-aside': { parsedBy: 'storage/set-aside.ts' },
  /** Images that shapes show. */
  shape_editor: { parsedBy: 'tools/shapes/shape-images.ts' },
  /** List of all fonts, from earlier versions. */
  fonts: { parsedBy: 'ui/fonts/own-fonts.ts' },
} as const satisfies Readonly<Record<string, { readonly parsedBy: string }>>;
export type SharedFiles = keyof typeof sharedFiles;

/** Entries in the database per tab slot and tool. Each image of a video is stored under `picture/` and its ID. */
export const toolFiles = {
  workbench: { parsedBy: 'session/stored-pictures.ts' },
  top: { parsedBy: 'session/stored-pictures.ts' },
  bottom: { parsedBy: 'session/stored-pictures.ts' },
  mask: { parsedBy: 'tools/mask/stored-mask.ts' },
  base: { parsedBy: 'session/stored-pictures.ts' },
  /** A batch: its list of items, and each file under a key that ends with the file's ID. */
  many: { parsedBy: 'batch/stored-batch.ts' },
  queue: { parsedBy: 'storage/stored.ts' },
  sound: { parsedBy: 'storage/stored.ts' },
  slots: { parsedBy: 'tools/video-maker/stored-project.ts' },
  picture: { parsedBy: 'tools/video-maker/stored-project.ts' },
} as const satisfies Readonly<Record<string, { readonly parsedBy: string }>>;
export type ToolFile = keyof typeof toolFiles | `picture/${string}` | `many/${string}`;

/**
 * Everything that the page keeps on a visitor's device: where, under which key, and the file that
 * holds what was stored against its shape before any of it is used. A shape that changes takes a key
 * of another version. What does not stand here is not kept: the functions that keep take nothing else.
 */

interface LocalEntry {
  /** With its version. */
  readonly key: string;
  readonly parsedBy: string;
}

/** Local storage; documents stand in the tab's session storage too, under the same key. */
export const localKeys = {
  /** Of these languages alone. */
  language: { key: 'shell.language.v1', parsedBy: 'locales/visitors-language.ts' },
  theme: { key: 'shell.theme.v1', parsedBy: 'state/theme.ts' },
  sidebar: { key: 'shell.sidebar.v1', parsedBy: 'state/sidebar.ts' },
  texts: { key: 'fudebako-texts-v1', parsedBy: 'state/tab-document.ts' },
  shapes: { key: 'fudebako-shapes-v1', parsedBy: 'state/tab-document.ts' },
  verticalPoem: { key: 'fudebako-vertical-poem-v1', parsedBy: 'state/tab-document.ts' },
  horizontalPoem: { key: 'fudebako-horizontal-poem-v1', parsedBy: 'state/tab-document.ts' },
  /** The place whose work a new tab goes on with. */
  lastPlace: { key: 'fudebako-workspace-v1', parsedBy: 'state/workspace.ts' },
  /** Says, without the database, that something has been set aside in it. */
  setAside: { key: 'fudebako-set-aside-v1', parsedBy: 'state/notices.ts' },
  recipes: { key: 'fudebako-recipes-v1', parsedBy: 'state/chain/saved-recipes.ts' },
  /** Where all tools once had one key in common. */
  formerSettings: { key: 'fudebako-settings-v1', parsedBy: 'state/settings-store.ts' },
} as const satisfies Readonly<Record<string, LocalEntry>>;

/** Session storage: the place of this tab's work, kept while the tab lives. */
export const TAB_PLACE_KEY = 'fudebako-workspace';

/** Local storage, one key for each tool. */
export const settingsKey = (tool: string): string => `fudebako-${tool}-settings-v1`;

/** What is in a tool's settings. */
export const settingsParts = {
  /** The parameters of the tool's operation. */
  settings: { parsedBy: 'state/settings.ts' },
  output: { parsedBy: 'state/settings.ts' },
  /** The panel, and the card above the stage, are open. */
  panel: { parsedBy: 'parts/screen/SidePanel.tsx' },
  card: { parsedBy: 'state/settings.ts' },
  /** Which tab of the picture's source is open, and the blank background. */
  upload: { parsedBy: 'parts/screen/UploadCard.tsx' },
  blank: { parsedBy: 'parts/screen/UploadCard.tsx' },
  source: { parsedBy: 'state/settings.ts' },
  /** A tab's settings, where the browser lets no page read its clipboard. */
  copied: { parsedBy: 'state/settings.ts' },
  aspect: { parsedBy: 'features/crop/AspectField.tsx' },
  selection: { parsedBy: 'features/crop/Cropper.tsx' },
  pen: { parsedBy: 'features/mask/MaskCreator.tsx' },
  create: { parsedBy: 'features/mask/MaskSource.tsx' },
  view: { parsedBy: 'features/video-maker/settings.ts' },
  sound: { parsedBy: 'features/player/sound-settings.ts' },
  /** How results of several pictures are written and called. */
  many: { parsedBy: 'features/common/batch/BatchCard.tsx' },
  recent: { parsedBy: 'parts/fonts/recent-fonts.ts' },
} as const satisfies Readonly<Record<string, { readonly parsedBy: string }>>;
export type SettingsPart = keyof typeof settingsParts;

/** The database of files. */
export const FILES_DATABASE = { name: 'fudebako', storeName: 'files-v1' } as const;

/** Its entries that all tabs have in common. */
export const sharedFiles = {
  /** What 'Save for later' keeps. */
  'saved-image': { parsedBy: 'state/stored.ts' },
  'own-fonts': { parsedBy: 'state/own-fonts.ts' },
  /** What could not be opened again. */
  'set-aside': { parsedBy: 'state/set-aside.ts' },
  /** The pictures that shapes show. */
  shape_editor: { parsedBy: 'features/shapes/shape-images.ts' },
  /** Where all own fonts were once in one list. */
  fonts: { parsedBy: 'state/own-fonts.ts' },
} as const satisfies Readonly<Record<string, { readonly parsedBy: string }>>;
export type SharedFiles = keyof typeof sharedFiles;

/** Its entries of a tab's place, in the room of a tool; pictures of the video project have the slot behind the name. */
export const toolFiles = {
  workbench: { parsedBy: 'state/stored-pictures.ts' },
  top: { parsedBy: 'state/stored-pictures.ts' },
  bottom: { parsedBy: 'state/stored-pictures.ts' },
  mask: { parsedBy: 'features/mask/stored-mask.ts' },
  base: { parsedBy: 'state/stored-pictures.ts' },
  /** Several pictures: their list, and each file with its id behind the name. */
  many: { parsedBy: 'state/batch/stored-batch.ts' },
  queue: { parsedBy: 'state/stored.ts' },
  sound: { parsedBy: 'state/stored.ts' },
  slots: { parsedBy: 'features/video-maker/stored-project.ts' },
  picture: { parsedBy: 'features/video-maker/stored-project.ts' },
} as const satisfies Readonly<Record<string, { readonly parsedBy: string }>>;
export type ToolFile = keyof typeof toolFiles | `picture/${string}` | `many/${string}`;

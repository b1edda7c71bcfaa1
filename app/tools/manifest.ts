import type { LucideIcon } from 'lucide-react';
import type { OperationId } from '#core/operations/index.ts';
import type { RecipeStep } from '#core/recipes/recipe.ts';

export const toolGroups = ['image', 'text', 'video', 'sound', 'other'] as const;
export type ToolGroup = (typeof toolGroups)[number];

/** Kinds of files that tools open. `kindOf` in `file-kinds.ts` returns the kind of a file. */
export type FileKind = 'image' | 'wav' | 'mp3' | 'audio' | 'video' | 'captions';

/** Input of a screen for dropped and pasted files: their kind, and whether the input accepts several files. */
export interface FileSlot {
  readonly kinds: readonly FileKind[];
  readonly multiple?: boolean;
  /** True for files that the screen opens only beside files of its other inputs. */
  readonly accompanies?: boolean;
}

/** Parameters without a field in the settings panel. The value of each says where the visitor sets the parameter. */
type SetElsewhere = Readonly<Record<string, string>>;

/** Declares a screen, from which sidebar, palette, home page, routes, initial markup and chunks are derived. */
export interface Screen {
  /** Address without the slash. Also the name of the file in `routes/` and the key of the screen's translations. */
  readonly route: string;
  readonly group: ToolGroup;
  readonly icon: LucideIcon;
  /** True for screens that are listed only on the home page and in the command palette. */
  readonly outsideSidebar?: boolean;
}

/** Declares a tool. The manifest file of a tool (`tool.ts`) imports only the tool's icon and this file. */
export interface Tool extends Screen {
  /** The operation that the tool runs. The tool has the name of this operation. */
  readonly operation?: OperationId;
  readonly alsoEdits?: readonly OperationId[];
  /** Returns true for a step of another operation that the tool edits, depending on the step's parameters. */
  readonly alsoEditsStep?: (step: RecipeStep) => boolean;
  readonly opens: readonly FileSlot[];
  readonly samples: readonly string[];
  /** True if the tool edits the image on the desk. */
  readonly isImageTool?: boolean;
  /** How the tool edits its step: at each change, after Apply, or never. If unset, the tool rejects typed settings. */
  readonly editsStep?: 'live' | 'waiting' | 'never';
  readonly isDrawn?: boolean;
  /** Position of the tool's quick start card on the home page, counted from 1. */
  readonly quickStart?: number;
  readonly keyHints?: readonly string[];
  /** Maps an operation, or the path of a list or group, to its parameters without a field in the settings panel. */
  readonly setElsewhere?: Readonly<Record<string, SetElsewhere>>;
}

export const image: FileSlot = { kinds: ['image'] };
export const images: FileSlot = { ...image, multiple: true };
export const audio: FileSlot = { kinds: ['wav', 'mp3', 'audio'] };
export const captions: FileSlot = { kinds: ['captions'], accompanies: true };

export const SAMPLE_IMAGE = '/samples/sample.jpg';

export const CAPTION_STYLE = 'in the section Captions';
export const BY_RECIPES = 'by recipes, the palette and the command';
export const SIDES = { width: 'with the blank background', height: 'with the blank background' };
export const BLANK_BACKGROUND = { ...SIDES, background: 'with the blank background' };

/** Flags and table columns that override the style of all texts. On the page, each text has its own style. */
export const TEXT_OVERRIDES = { shadow: 'in the style of each text', anchor: 'in the style of each text' };

export const defineTool = <const T extends Tool>(tool: T): T => tool;

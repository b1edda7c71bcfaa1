import type { LucideIcon } from 'lucide-react';
import type { OperationId } from '#core/operations/index.ts';

/** Groups of screens in the sidebar, in display order. */
export const toolGroups = ['image', 'text', 'video', 'sound', 'other'] as const;
export type ToolGroup = (typeof toolGroups)[number];

/** Kinds of files that tools open; `kindOf` in `file-kinds.ts` returns a file's kind. */
export type FileKind = 'picture' | 'wav' | 'mp3' | 'video' | 'captions';

/** A file slot of a screen, for one or many files. */
export interface FileSlot {
  readonly kinds: readonly FileKind[];
  readonly multiple?: boolean;
}

/** Parameters without a field in a panel, with a text that says where the visitor sets them. */
type SetElsewhere = Readonly<Record<string, string>>;

/** Declares a screen, from which sidebar, palette, home page, routes, placeholder page and chunks are derived. */
export interface Screen {
  /** Address without the slash; also the name of the route's file and the key of the screen's words. */
  readonly route: string;
  readonly group: ToolGroup;
  readonly icon: LucideIcon;
  /** True for screens that only the home page and the palette list. */
  readonly outsideSidebar?: boolean;
}

/** Declares a tool. A tool's manifest (`tool.ts`) imports nothing but its icon and this file. */
export interface Tool extends Screen {
  /** The operation that the screen runs. The tool takes its name from this operation. */
  readonly operation?: OperationId;
  /** Other operations whose recipe steps the tool can edit. */
  readonly alsoEdits?: readonly OperationId[];
  /** Slots of the screen for dropped and pasted files. */
  readonly opens: readonly FileSlot[];
  /** Sample files under `public/` that the empty stage offers. */
  readonly samples: readonly string[];
  /** True if the tool edits one image through a `PictureSession`, so that other tools can pass theirs on. */
  readonly isImageTool?: boolean;
  /**
   * How the tool changes its step of a recipe: with every change of a setting, or once the visitor applies the settings.
   * Tools without this property can't change a step, but may take settings from typed text.
   */
  readonly editsStep?: 'live' | 'waiting' | 'never';
  /** True if the tool draws the items of its tabs on the image, such as texts or shapes. */
  readonly isDrawn?: boolean;
  /** True if the title row contains a button to open an image, which makes the row taller on a phone. */
  readonly hasSourceLine?: boolean;
  /** Position among the quick start cards of the home page, counted from 1. */
  readonly quickStart?: number;
  /** Word keys of the tool's own keyboard hints. */
  readonly keyHints?: readonly string[];
  /** Parameters without a field, by operation or, for a separate panel, by the path of a list or group. */
  readonly setElsewhere?: Readonly<Record<string, SetElsewhere>>;
}

export const picture: FileSlot = { kinds: ['picture'] };
export const pictures: FileSlot = { ...picture, multiple: true };
export const sound: FileSlot = { kinds: ['wav', 'mp3'] };

export const SAMPLE_IMAGE = '/samples/sample.jpg';

export const BY_RECIPES = 'by recipes, the palette and the command';
export const SIDES = { width: 'with the blank background', height: 'with the blank background' };
export const BLANK_BACKGROUND = { ...SIDES, background: 'with the blank background' };

/** Flags and table columns that override styles, which the page sets in each text's style. */
export const TEXT_OVERRIDES = { shadow: 'in the style of each text', anchor: 'in the style of each text' };

/** Checks a tool's manifest and keeps its literal types. */
export const defineTool = <const T extends Tool>(tool: T): T => tool;

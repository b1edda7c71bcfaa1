import type { LucideIcon } from 'lucide-react';
import type { OperationId } from '#core/operations/index.ts';

/** The sidebar's groups, in order. */
export const toolGroups = ['image', 'text', 'video', 'sound', 'other'] as const;
export type ToolGroup = (typeof toolGroups)[number];

/** See `kindOf` in `file-kinds.ts`. */
export type FileKind = 'picture' | 'wav' | 'mp3' | 'video' | 'captions';

/** A file slot of a screen, for one or many files. */
export interface FilePlace {
  readonly kinds: readonly FileKind[];
  readonly multiple?: boolean;
}

/** Parameters without a field in a panel, with the place where each is set instead. */
type SetElsewhere = Readonly<Record<string, string>>;

/** Declares a screen: sidebar, palette, home page, routes, first window, opened files and chunks derive from it. */
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
  /** Further operations whose steps the tool edits. */
  readonly alsoEdits?: readonly OperationId[];
  /** File slots for dropped and pasted files. */
  readonly opens: readonly FilePlace[];
  /** Sample files under `public/` that the empty stage offers. */
  readonly samples: readonly string[];
  /** True if the tool edits one image through a `PictureSession`, so that other tools can pass theirs on. */
  readonly isImageTool?: boolean;
  /**
   * How the tool changes its step of a recipe: with every change of a setting, or once the visitor applies the settings.
   * Tools without this property can't change a step, but may take settings from typed text.
   */
  readonly editsStep?: 'live' | 'waiting' | 'never';
  /** True if the tool draws over the image and shows the drawing on tabs. */
  readonly isDrawn?: boolean;
  /** True if the title row contains a button to open an image, which makes the row taller on a phone. */
  readonly hasSourceLine?: boolean;
  /** Position among the quick start cards of the home page, counted from 1. */
  readonly quickStart?: number;
  /** Word keys of the tool's own keyboard hints. */
  readonly keyHints?: readonly string[];
  /** Parameters without a field, by operation, or by the path of a list or group that has a separate panel. */
  readonly setElsewhere?: Readonly<Record<string, SetElsewhere>>;
}

export const picture: FilePlace = { kinds: ['picture'] };
export const pictures: FilePlace = { ...picture, multiple: true };
export const sound: FilePlace = { kinds: ['wav', 'mp3'] };

export const SAMPLE_IMAGE = '/samples/sample.jpg';

export const BY_RECIPES = 'by recipes, the palette and the command';
export const SIDES = { width: 'with the blank background', height: 'with the blank background' };
export const BLANK_BACKGROUND = { ...SIDES, background: 'with the blank background' };

/** Flags and table columns that override styles, which the page sets in each text's style. */
export const TEXT_OVERRIDES = { shadow: 'in the style of each text', anchor: 'in the style of each text' };

/** Checks a tool and keeps its literal types. */
export const defineTool = <const T extends Tool>(tool: T): T => tool;

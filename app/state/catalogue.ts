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

const picture: FilePlace = { kinds: ['picture'] };
const pictures: FilePlace = { ...picture, multiple: true };
const sound: FilePlace = { kinds: ['wav', 'mp3'] };

export interface Screen {
  /** Address without the slash; also the route file, the tool's folder and the key of its words. */
  readonly route: string;
  readonly group: ToolGroup;
  /** The operation that the screen runs. */
  readonly operation?: OperationId;
  /** File slots for dropped and pasted files. */
  readonly opens?: readonly FilePlace[];
  /** On the home page and in the palette only. */
  readonly outsideSidebar?: boolean;
}

/** All screens. Routes, sidebar, palette and home page derive from this list. */
export const screens = [
  { route: 'format_converter', group: 'image', operation: 'convert', opens: [pictures] },
  { route: 'cropper', group: 'image', operation: 'crop', opens: [pictures] },
  { route: 'scaler', group: 'image', operation: 'scale', opens: [pictures] },
  { route: 'color_adjuster', group: 'image', operation: 'adjust-color', opens: [pictures] },
  { route: 'blur_sharpen', group: 'image', operation: 'blur-sharpen', opens: [pictures] },
  { route: 'shape_editor', group: 'image', operation: 'draw-shapes', opens: [pictures] },
  { route: 'mask_creator', group: 'image', operation: 'make-mask', opens: [picture] },
  { route: 'layer', group: 'image', operation: 'layer', opens: [pictures] },
  { route: 'advanced_text_editor', group: 'text', operation: 'write-texts', opens: [pictures] },
  { route: 'horizontal_editor', group: 'text', operation: 'write-horizontal', opens: [pictures] },
  { route: 'editor', group: 'text', operation: 'write-vertical', opens: [pictures] },
  {
    route: 'sound_to_video',
    group: 'video',
    operation: 'sound-to-video',
    opens: [sound, picture],
  },
  {
    route: 'sound_to_slide_show_video',
    group: 'video',
    operation: 'sound-to-slideshow',
    opens: [sound, pictures],
  },
  { route: 'wav_to_mp3', group: 'sound', operation: 'wav-to-mp3', opens: [{ kinds: ['wav'], multiple: true }] },
  { route: 'mp3_to_wav', group: 'sound', operation: 'mp3-to-wav', opens: [{ kinds: ['mp3'], multiple: true }] },
  {
    route: 'video_playback',
    group: 'video',
    opens: [{ kinds: ['video'] }, { kinds: ['captions'] }],
    outsideSidebar: true,
  },
  { route: 'site_issues', group: 'other' },
  { route: 'privacy', group: 'other' },
  { route: 'contact', group: 'other' },
] as const satisfies readonly Screen[];

export type ScreenRoute = (typeof screens)[number]['route'];

/** Screens that take their name from an operation. */
export type OperationRoute = Extract<(typeof screens)[number], { readonly operation: OperationId }>['route'];

import type { OperationId } from '#core/operations/index.ts';

/** The sidebar's groups, in its order. */
export const toolGroups = ['image', 'text', 'video', 'sound', 'other'] as const;
export type ToolGroup = (typeof toolGroups)[number];

export interface Screen {
  /** The address without its slash; also the route's file, the tool's folder and the key of its words. */
  readonly route: string;
  readonly group: ToolGroup;
  /** The operation that the screen is the face of, where it has one. */
  readonly operation?: OperationId;
  /** Shown on the home page and in the palette, but not in the sidebar. */
  readonly outsideSidebar?: boolean;
}

/**
 * Every screen that exists. Routes, sidebar, palette and home are made from this list, so a tool
 * appears everywhere at once, and only when it is here.
 */
export const screens = [
  { route: 'format_converter', group: 'image', operation: 'convert' },
  { route: 'cropper', group: 'image', operation: 'crop' },
  { route: 'scaler', group: 'image', operation: 'scale' },
  { route: 'color_adjuster', group: 'image', operation: 'adjust-color' },
  { route: 'blur_sharpen', group: 'image', operation: 'blur-sharpen' },
  { route: 'shape_editor', group: 'image', operation: 'draw-shapes' },
  { route: 'mask_creator', group: 'image', operation: 'make-mask' },
  { route: 'layer', group: 'image', operation: 'layer' },
  { route: 'advanced_text_editor', group: 'text', operation: 'write-texts' },
  { route: 'horizontal_editor', group: 'text', operation: 'write-horizontal' },
  { route: 'editor', group: 'text', operation: 'write-vertical' },
  { route: 'sound_to_video', group: 'video', operation: 'sound-to-video' },
  { route: 'sound_to_slide_show_video', group: 'video', operation: 'sound-to-slideshow' },
  { route: 'wav_to_mp3', group: 'sound', operation: 'wav-to-mp3' },
  { route: 'mp3_to_wav', group: 'sound', operation: 'mp3-to-wav' },
  { route: 'video_playback', group: 'video', outsideSidebar: true },
  { route: 'site_issues', group: 'other' },
  { route: 'privacy', group: 'other' },
  { route: 'contact', group: 'other' },
] as const satisfies readonly Screen[];

export type ScreenRoute = (typeof screens)[number]['route'];

/** The screens that are the face of an operation, and have its name. */
export type OperationRoute = Extract<(typeof screens)[number], { readonly operation: OperationId }>['route'];

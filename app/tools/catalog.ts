import Bug from 'lucide-react/icons/bug';
import Mail from 'lucide-react/icons/mail';
import ShieldCheck from 'lucide-react/icons/shield-check';
import type { OperationId } from '#core/operations/index.ts';
import type { RecipeStep } from '#core/recipes/recipe.ts';
import { convertAudioTool } from './audio-converter/any.tool.ts';
import { mp3ToWavTool } from './audio-converter/mp3-to-wav.tool.ts';
import { wavToMp3Tool } from './audio-converter/wav-to-mp3.tool.ts';
import { blurTool } from './blur/tool.ts';
import { colorTool } from './color/tool.ts';
import { convertTool } from './convert/tool.ts';
import { cropTool } from './crop/tool.ts';
import { layerTool } from './layer/tool.ts';
import type { Screen, Tool } from './manifest.ts';
import { maskTool } from './mask/tool.ts';
import { playerTool } from './player/tool.ts';
import { scaleTool } from './scale/tool.ts';
import { shapesTool } from './shapes/tool.ts';
import { textBoxesTool } from './text-boxes/tool.ts';
import { horizontalTool } from './text-page/horizontal.tool.ts';
import { verticalTool } from './text-page/vertical.tool.ts';
import { slideshowTool } from './video-maker/slideshow.tool.ts';
import { videoTool } from './video-maker/video.tool.ts';

export const tools = [
  convertTool,
  cropTool,
  scaleTool,
  colorTool,
  blurTool,
  shapesTool,
  maskTool,
  layerTool,
  textBoxesTool,
  horizontalTool,
  verticalTool,
  videoTool,
  slideshowTool,
  playerTool,
  wavToMp3Tool,
  mp3ToWavTool,
  convertAudioTool,
] as const satisfies readonly Tool[];

export const screens = [
  ...tools,
  { route: 'site_issues', group: 'other', icon: Bug },
  { route: 'privacy', group: 'other', icon: ShieldCheck },
  { route: 'contact', group: 'other', icon: Mail },
] as const satisfies readonly Screen[];

export type ScreenRoute = (typeof screens)[number]['route'];
type KnownTool = (typeof tools)[number];
export type ToolRoute = KnownTool['route'];

/** Screens that have the same name as their operation. */
export type OperationRoute = Extract<KnownTool, { readonly operation: OperationId }>['route'];

/** Tools that edit one image and can open each other's images. */
export type ImageToolRoute = Extract<KnownTool, { readonly isImageTool: true }>['route'];

export type QuickStartRoute = Extract<KnownTool, { readonly quickStart: number }>['route'];

export interface ListedTool extends Tool {
  readonly route: ToolRoute;
}
const listed: readonly ListedTool[] = tools;

export const toolOf = (route: string): ListedTool | undefined => listed.find((tool) => tool.route === route);

export const toolFor = (operation: OperationId): ListedTool | undefined =>
  listed.find((tool) => tool.operation === operation || tool.alsoEdits?.includes(operation));

/** Returns the tool that edits a recipe step; undefined if no tool edits such steps. */
export const toolForStep = (step: RecipeStep): ListedTool | undefined =>
  toolFor(step.operation) ?? listed.find((tool) => tool.alsoEditsStep?.(step));

/** Tools that accept settings from a recipe step or from typed text. */
export const settableTools: readonly ListedTool[] = listed.filter(({ editsStep }) => editsStep);

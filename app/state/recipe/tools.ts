import type { OperationId } from '#core/operations/index.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { passBatchOn } from '../batch/open-batches.ts';
import { type Screen, type ScreenRoute, screens } from '../catalogue.ts';
import { showError } from '../errors.ts';
import { pictureSessionOf } from '../picture-session.ts';
import type { RecipeTool } from './recipe-dialogs.ts';

/** Tools with a `PictureSession`. */
export const pictureTools = [
  'format_converter',
  'cropper',
  'scaler',
  'color_adjuster',
  'blur_sharpen',
  'shape_editor',
  'advanced_text_editor',
  'horizontal_editor',
  'editor',
] as const satisfies readonly ScreenRoute[];

interface Settable {
  readonly edits?: 'live' | 'waiting';
  /** True if the tool draws over the image and shows the step on its tabs. */
  readonly isDrawn?: boolean;
}

/** Operations whose tools can take settings from a step or from typed text, and how they edit a step. */
export const settable: Partial<Record<OperationId, Settable>> = {
  convert: {},
  crop: { edits: 'waiting' },
  scale: { edits: 'waiting' },
  'adjust-color': { edits: 'live' },
  'blur-sharpen': { edits: 'waiting' },
  'draw-shapes': { edits: 'waiting', isDrawn: true },
  'write-texts': { edits: 'waiting', isDrawn: true },
  'write-horizontal': { edits: 'waiting', isDrawn: true },
  'write-vertical': { edits: 'waiting', isDrawn: true },
};

const entries: readonly (Screen & { readonly route: ScreenRoute })[] = screens;

export const routeOf = (operation: OperationId): ScreenRoute | undefined =>
  entries.find((screen) => screen.operation === operation)?.route;

/** Passes a tool's image or batch to another tool, with pending steps. Returns true on success. */
export async function handPictureOn(tool: RecipeTool, route: ScreenRoute): Promise<boolean> {
  if (!(await tool.commit())) return false;
  const own: Recipe | undefined = tool.own();
  if (!own) return false;
  const { picture, history } = tool.session.use.getState();
  const session = pictureSessionOf(route);
  const adopted = session.adopt({ picture, history }, own).then(() => passBatchOn(tool.session.tool, session));
  // If the other tool is busy, its status line shows the waiting image.
  if (session.use.getState().waiting.length === 0) await adopted;
  else void adopted.catch(showError);
  return true;
}

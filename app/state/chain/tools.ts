import type { OperationId } from '#core/operations/index.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { handManyOn } from '../batch/open-batches.ts';
import { type Screen, type ScreenRoute, screens } from '../catalogue.ts';
import { showError } from '../errors.ts';
import { pictureSessionOf } from '../picture-session.ts';
import type { DeskTool } from './desk.ts';

/** The tools around one picture, each with a `PictureSession`. */
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
  /** Its tool draws over the picture, and takes the step itself on its tabs. */
  readonly isDrawn?: boolean;
}

/** The operations whose settings a tool takes from a step, or from what somebody types; how a step is edited there. */
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

/** The screen that is the face of an operation. */
export const routeOf = (operation: OperationId): ScreenRoute | undefined =>
  entries.find((screen) => screen.operation === operation)?.route;

/**
 * Hands a tool's picture to another, with all that was done to it and what is pending or drawn over it, and with it the
 * others that are open.
 * @returns whether the other has it
 */
export async function handPictureOn(tool: DeskTool, route: ScreenRoute): Promise<boolean> {
  if (!(await tool.settle())) return false;
  const own: Recipe | undefined = tool.own();
  if (!own) return false;
  const { picture, history } = tool.session.use.getState();
  const session = pictureSessionOf(route);
  const adopted = session.adopt({ picture, history }, own).then(() => handManyOn(tool.session.tool, session));
  // Where the other tool is busy, its status line says that the image waits.
  if (session.use.getState().waiting.length === 0) await adopted;
  else void adopted.catch(showError);
  return true;
}

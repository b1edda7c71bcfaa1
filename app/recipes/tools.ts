import type { Recipe } from '#core/recipes/recipe.ts';
import { passBatchToTool } from '../batch/open-batches.ts';
import { showError } from '../messages/errors.ts';
import { pictureSessionOf } from '../session/picture-session.ts';
import type { ImageToolRoute } from '../tools/catalog.ts';
import type { RecipeTool } from './recipe-dialogs.ts';

/** Passes a tool's image or batch to another tool, with steps that aren't applied yet. Returns true on success. */
export async function passImageToTool(tool: RecipeTool, route: ImageToolRoute): Promise<boolean> {
  if (!(await tool.commit())) return false;
  const own: Recipe | undefined = tool.own();
  if (!own) return false;
  const { picture, history } = tool.session.use.getState();
  const session = pictureSessionOf(route);
  const adopted = session.adopt({ picture, history }, own).then(() => passBatchToTool(tool.session.tool, session));
  // A busy tool opens the image after its work. Until then, its status line shows the image's name.
  if (session.use.getState().waiting.length === 0) await adopted;
  else void adopted.catch(showError);
  return true;
}

import { type MutableRefObject, useEffect } from 'react';
import { desk } from '../desk/desk.ts';
import type { DrawnOperation } from '../desk/document.ts';
import { editedStep } from '../desk/steps.ts';
import type { ToolWork } from '../recipes/use-recipe-actions.ts';
import { type ImageToolRoute, toolForStep } from '../tools/catalog.ts';

/** Keeps what a tool only previews as steps of the image when the visitor leaves the tool. */
export function useKeptWork(
  route: ImageToolRoute,
  work: MutableRefObject<ToolWork>,
  editor: DrawnOperation | undefined,
): void {
  useEffect(
    () =>
      desk.enter({
        keep: () => keepWork(route, work.current),
        editor,
        edits: (step) => toolForStep(step)?.route === route,
      }),
    [route, work, editor],
  );
}

async function keepWork(route: ImageToolRoute, { commit, keep }: ToolWork): Promise<void> {
  if (commit && !(await commit())) return;
  if (desk.document.present().image) await keep?.();
  const edited = editedStep(desk.document.present().steps);
  if (edited && toolForStep(edited)?.route === route) desk.endEditing();
}

import { type MutableRefObject, useEffect } from 'react';
import { desk } from '../desk/desk.ts';
import { editedStep } from '../desk/steps.ts';
import type { ToolWork } from '../recipes/use-recipe-actions.ts';
import { type ImageToolRoute, toolForStep } from '../tools/catalog.ts';

/** Keeps what a tool only previews as steps of the image when the visitor leaves the tool. */
export function useKeptWork(route: ImageToolRoute, work: MutableRefObject<ToolWork>): void {
  useEffect(() => desk.enter(() => keepWork(route, work.current)), [route, work]);
}

async function keepWork(route: ImageToolRoute, { commit, own, kept }: ToolWork): Promise<void> {
  if (commit && !(await commit())) return;
  const steps = desk.document.present().image && own?.();
  if (steps && (await desk.apply(...steps))) kept?.();
  const edited = editedStep(desk.document.present().steps);
  if (edited && toolForStep(edited)?.route === route) desk.endEditing();
}

import { Check } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Size } from '#core/geometry/point.ts';
import type { OperationId } from '#core/operations/index.ts';
import type { Recipe, RecipeStep } from '#core/recipes/recipe.ts';
import { changeSteps } from '../desk/document.ts';
import { editedStep, editStep } from '../desk/steps.ts';
import type { PastedStep } from '../recipes/paste-recipe.ts';
import { requestSettings, useRequestedSettings } from '../recipes/requested-settings.ts';
import type { TabDocument } from '../storage/tab-document.ts';
import type { BarAction } from '../ui/screen/ActionBar.tsx';
import type { PictureTool } from './picture-tool.ts';

interface DrawnStepOptions<Item> {
  readonly tool: PictureTool;
  readonly operation: OperationId;
  readonly document: TabDocument<Item>;
  readonly tabsOf: (step: PastedStep, size: Size) => readonly Item[];
  /** Returns the steps that draw the editor's texts or shapes, one per tab, or undefined after showing an error. */
  readonly steps: () => Recipe | undefined;
}

/** Shows the texts or shapes of the edited recipe step. Returns the step's Apply action; undefined without a step. */
export function useDrawnStep<Item>({
  tool,
  operation,
  document,
  tabsOf,
  steps,
}: DrawnStepOptions<Item>): BarAction | undefined {
  const { t } = useTranslation();
  const { route, session, state, ready } = tool;
  const isEdited = editedStep(state.steps)?.operation === operation;
  const isAside = document.use(({ aside }) => aside !== undefined);
  const size = state.picture?.info;
  const latest = useRef({ tabsOf, size });
  latest.current = { tabsOf, size };
  const openStep = useCallback(
    (params: PastedStep['params'], step: RecipeStep | undefined) => {
      const { tabsOf, size } = latest.current;
      if (step && size) document.beginEditing(tabsOf({ params, rawStep: step }, size));
    },
    [document],
  );
  useRequestedSettings(route, ready && isEdited ? openStep : undefined);
  useEffect(() => {
    if (isAside && !isEdited && state.restored) document.endEditing();
  }, [isAside, isEdited, state.restored, document]);
  // Coming back to the tool whose texts or shapes are the last step opens that step again.
  const isReady = ready && state.restored;
  useEffect(() => {
    if (isReady) void reopen();
    async function reopen() {
      await session.arrive();
      const { steps } = session.use.getState();
      const last = steps.at(-1);
      if (editedStep(steps) || last?.off || last?.step.operation !== operation || !document.isEmpty) return;
      const [parsed] = (await import('#core/recipes/recipe.ts')).parseRecipe([last.step]);
      session.document.amend(changeSteps((present) => editStep(present, present.length - 1, 'waiting')));
      if (parsed) requestSettings(route, parsed.params, last.step);
    }
  }, [isReady, session, document, operation, route]);
  if (!isEdited) return undefined;
  const apply = async () => {
    const drawn = steps();
    if (drawn) await session.apply(...drawn);
  };
  return { id: 'apply', label: t('common.apply'), icon: Check, look: 'primary', run: () => void apply() };
}

import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Size } from '#core/geometry/point.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { changeSteps } from '../desk/document.ts';
import { editedStep, editStep } from '../desk/steps.ts';
import type { PastedStep } from '../recipes/paste-recipe.ts';
import type { BarAction } from '../ui/screen/ActionBar.tsx';
import type { DrawnItems } from './drawn-items.ts';
import type { ImageTool } from './image-tool.ts';
import { parseNotation } from './text-notation.ts';

interface DrawnStepOptions<Item extends object> {
  readonly tool: ImageTool;
  readonly document: DrawnItems<Item>;
  readonly tabsOf: (step: PastedStep, size: Size) => readonly Item[];
  /** Returns the steps that draw the editor's texts or shapes, one per tab, or undefined after showing an error. */
  readonly steps: () => Recipe | undefined;
}

/** Shows the texts or shapes of the edited recipe step. Returns the step's Apply action; undefined without a step. */
export function useDrawnStep<Item extends object>({
  tool,
  document,
  tabsOf,
  steps,
}: DrawnStepOptions<Item>): BarAction | undefined {
  const { t } = useTranslation();
  const { screen, state, ready } = tool;
  const { operation } = document;
  const edited = editedStep(state.steps);
  const step = edited?.operation === operation ? edited : undefined;
  const isOpen = screen.document.use(({ history }) => history.present.edited !== undefined);
  const size = state.image?.info;
  const latest = useRef({ tabsOf, size });
  latest.current = { tabsOf, size };
  useEffect(() => {
    if (ready && step && !isOpen) void open(step);
    async function open(rawStep: typeof step & object) {
      const [parsed] = (await import('#core/recipes/recipe.ts')).parseRecipe([rawStep]);
      const { tabsOf, size } = latest.current;
      if (!parsed || !size) return;
      document.edit(rawStep, tabsOf({ params: parsed.params, rawStep }, size), parseNotation(parsed.params));
    }
  }, [ready, step, isOpen, document]);
  // Coming back to the tool whose texts or shapes are the last step opens that step again.
  const isReady = ready && state.restored;
  useEffect(() => {
    if (isReady) void reopen();
    async function reopen() {
      await screen.arrive();
      const { steps } = screen.use.getState();
      const last = steps.at(-1);
      if (editedStep(steps) || last?.off || last?.step.operation !== operation || !document.isEmpty) return;
      screen.document.amend(changeSteps((present) => editStep(present, present.length - 1, 'waiting')));
    }
  }, [isReady, screen, document, operation]);
  if (!step) return undefined;
  const apply = async () => {
    const drawn = steps();
    if (drawn) await screen.apply(...drawn);
  };
  return { id: 'apply', label: t('common.apply'), icon: Check, look: 'primary', run: () => void apply() };
}

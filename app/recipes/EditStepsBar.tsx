import { useNavigate } from '@remix-run/react';
import { ChevronRight } from 'lucide-react';
import { Button as AriaButton, MenuTrigger, Popover } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import { pushHistory } from '#app/storage/history.ts';
import { describeValues, stepName } from '#core/recipes/describe.ts';
import { parseRecipe, type RecipeStep } from '#core/recipes/recipe.ts';
import { coreWords } from '../locales/i18n.ts';
import {
  type EditStep,
  type EditSteps,
  editStep,
  editStepsOf,
  endEditing,
  moveStep,
  recipeOfSteps,
  removeStep,
  switchStep,
} from '../session/edit-steps.ts';
import { type PictureSession, pictureSessionOf } from '../session/picture-session.ts';
import { type ImageToolRoute, toolForStep } from '../tools/catalog.ts';
import type { Action } from '../ui/actions.ts';
import { Button } from '../ui/Button.tsx';
import { ActionMenu } from '../ui/screen/MoreMenu.tsx';
import { openDialog } from './recipe-dialogs.ts';
import { requestSettings } from './requested-settings.ts';
import './recipe.css';

export default function EditStepsBar({ session }: { readonly session: PictureSession }) {
  const { t, ready } = useTranslation(['app', 'recipe']);
  const { history, picture, busy } = session.use(
    useShallow(({ history, picture, busy }) => ({ history, picture, busy: busy !== undefined })),
  );
  const steps = editStepsOf(history.present);
  if (!ready || !picture || steps.length === 0) return null;
  const edited = steps.findIndex(({ editing }) => editing);
  return (
    <section className="edit-steps" aria-label={t('recipe:steps.title')}>
      <ol className="edit-steps-list">
        {steps.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step has no ID except its index
          <li key={index} className="edit-steps-item">
            {index > 0 && <ChevronRight aria-hidden size={14} className="edit-steps-arrow" />}
            <Step
              session={session}
              steps={steps}
              at={index}
              isWaiting={edited >= 0 && index > edited}
              disabled={busy}
            />
          </li>
        ))}
      </ol>
      {edited >= 0 && (
        <Button size="small" disabled={busy} onClick={() => void session.changeSteps(endEditing(steps))}>
          {steps[edited]?.editing === 'live' ? t('recipe:steps.done') : t('recipe:steps.leave')}
        </Button>
      )}
      <Button size="small" className="edit-steps-continue" disabled={busy} onClick={() => openDialog('continue')}>
        {t('recipe:menu.continueIn')}
      </Button>
    </section>
  );
}

interface StepProps {
  readonly session: PictureSession;
  readonly steps: EditSteps;
  readonly at: number;
  /** True if an earlier step is being edited. */
  readonly isWaiting: boolean;
  readonly disabled: boolean;
}

function Step({ session, steps, at, isWaiting, disabled }: StepProps) {
  const { t } = useTranslation(['app', 'recipe']);
  const navigate = useNavigate();
  const each = steps[at] as EditStep;
  const words = coreWords();
  const name = stepName(each.step, words);
  const values = describeValues(each.step, words).map(({ label, value }) => `${label} ${value}`);
  const state = each.off
    ? t('recipe:steps.off')
    : each.editing
      ? t('recipe:steps.editing')
      : isWaiting
        ? t('recipe:steps.waiting')
        : undefined;
  const change = (next: EditSteps) => void session.changeSteps(next);
  const isEditing = steps.some(({ editing }) => editing);
  const isEditable = editModeOf(each.step) !== undefined;
  const actions: readonly Action[] = [
    {
      id: 'edit',
      label: t('recipe:steps.edit'),
      run: () => void edit(session, steps, at, navigate),
      disabled: each.editing !== undefined,
    },
    {
      id: 'switch',
      label: each.off ? t('recipe:steps.switchOn') : t('recipe:steps.switchOff'),
      run: () => change(switchStep(steps, at)),
      disabled: each.editing !== undefined,
    },
    {
      id: 'earlier',
      label: t('recipe:steps.earlier'),
      run: () => change(moveStep(steps, at, -1)),
      disabled: at === 0 || isEditing,
    },
    {
      id: 'later',
      label: t('recipe:steps.later'),
      run: () => change(moveStep(steps, at, 1)),
      disabled: at === steps.length - 1 || isEditing,
    },
    { id: 'remove', label: t('recipe:steps.remove'), run: () => change(removeStep(steps, at)) },
  ];
  return (
    <MenuTrigger>
      <AriaButton
        className="edit-step"
        isDisabled={disabled}
        aria-label={[t('recipe:steps.step', { number: at + 1, name }), ...values, state]
          .filter(Boolean)
          .join(words.punctuation.list)}
        data-off={each.off || undefined}
        data-editing={each.editing}
        data-waiting={isWaiting || undefined}
      >
        {name}
      </AriaButton>
      <Popover className="popover edit-step-menu" placement="top start">
        {values.length > 0 && <p className="edit-step-values">{values.join(' · ')}</p>}
        {!isEditable && <p className="edit-step-values">{t('recipe:steps.noTool')}</p>}
        <ActionMenu label={name} actions={isEditable ? actions : actions.slice(1)} />
      </Popover>
    </MenuTrigger>
  );
}

/** Returns when a tool shows edits of a step: at once (`live`) or after Apply (`waiting`); undefined without a tool. */
function editModeOf(step: RecipeStep): 'live' | 'waiting' | undefined {
  const mode = toolForStep(step)?.editsStep;
  return mode === 'never' ? undefined : mode;
}

/** Opens a recipe step in its tool, with the step's settings. The stage shows the image without later steps. */
async function edit(
  session: PictureSession,
  steps: EditSteps,
  at: number,
  navigate: (to: string) => void,
): Promise<void> {
  const { step } = steps[at] as EditStep;
  const tool = toolForStep(step);
  const mode = editModeOf(step);
  if (!tool || !mode) return;
  const route = tool.route as ImageToolRoute;
  const next = editStep(steps, at, mode);
  const [parsed] = parseRecipe([step]);
  // Tools with live previews read the settings from the recipe step, so the settings aren't passed separately.
  const isDrawn = tool.isDrawn === true;
  const request = () => parsed && requestSettings(route, parsed.params, step);
  if (route === session.tool) {
    // The settings are passed after the image has changed, because sizes and areas refer to the image before the step.
    if ((await session.changeSteps(next)) && (mode === 'waiting' || isDrawn)) request();
    return;
  }
  if (mode === 'waiting' && !isDrawn) request();
  const { picture, history } = session.use.getState();
  await pictureSessionOf(route).adopt({ picture, history: pushHistory(history, recipeOfSteps(next)) });
  // Passes settings of texts and shapes only after the stage has opened the image to which they refer.
  if (isDrawn) request();
  navigate(`/${route}`);
}

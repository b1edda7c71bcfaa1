import { useNavigate } from '@remix-run/react';
import { ChevronRight } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button as AriaButton, MenuTrigger, Popover } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import { describeValues, stepName } from '#core/recipes/describe.ts';
import { parseRecipe, type RecipeStep } from '#core/recipes/recipe.ts';
import type { Desk } from '../desk/desk.ts';
import {
  type EditStep,
  type EditSteps,
  editStep,
  endEditing,
  moveStep,
  removeStep,
  switchStep,
} from '../desk/steps.ts';
import { coreWords } from '../locales/i18n.ts';
import { type ImageToolRoute, toolForStep } from '../tools/catalog.ts';
import type { Action } from '../ui/actions.ts';
import { Button } from '../ui/Button.tsx';
import { useDragOrder } from '../ui/drag-order.ts';
import { HoldButton } from '../ui/HoldButton.tsx';
import { ActionMenu } from '../ui/screen/MoreMenu.tsx';
import { requestSettings } from './requested-settings.ts';
import './recipe.css';

interface EditStepsBarProps {
  readonly screen: Desk;
  /** The open tool. */
  readonly route: ImageToolRoute;
}

interface ComparisonProps {
  /** True while the stage shows the image before its first step. */
  readonly compares: boolean;
  readonly onCompare: (compares: boolean) => void;
}

export default function EditStepsBar({ screen, route, compares, onCompare }: EditStepsBarProps & ComparisonProps) {
  const { t, ready } = useTranslation(['app', 'recipe']);
  const { steps, image, busy } = screen.use(
    useShallow(({ steps, image, busy }) => ({ steps, image, busy: busy !== undefined })),
  );
  const edited = steps.findIndex(({ editing }) => editing);
  const { drag, onPointerDown } = useDragOrder(
    () => !busy && edited < 0,
    (from, to) => void screen.changeSteps('moveStep', (steps) => moveStep(steps, from, to)),
  );
  if (!ready || !image || steps.length === 0) return null;
  return (
    <section className="edit-steps" aria-label={t('recipe:steps.title')}>
      <ol className="edit-steps-list" onPointerDownCapture={onPointerDown}>
        {steps.map((_, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a step has no ID except its index
            key={index}
            className="edit-steps-item"
            data-slot={index}
            data-moving={drag?.from === index || undefined}
            data-target={(drag && drag.over === index && drag.from !== index) || undefined}
          >
            {index > 0 && <ChevronRight aria-hidden size={14} className="edit-steps-arrow" />}
            <Step
              screen={screen}
              route={route}
              steps={steps}
              at={index}
              isWaiting={edited >= 0 && index > edited}
              disabled={busy}
            />
          </li>
        ))}
      </ol>
      {edited >= 0 && (
        <Button size="small" disabled={busy} onClick={() => void screen.changeSteps('endEditing', endEditing)}>
          {steps[edited]?.editing === 'live' ? t('recipe:steps.done') : t('recipe:steps.leave')}
        </Button>
      )}
      <HoldButton
        label={t('recipe:steps.compare')}
        hint={t('recipe:steps.compareHint')}
        held={compares}
        onHold={onCompare}
      />
    </section>
  );
}

interface StepProps extends EditStepsBarProps {
  readonly steps: EditSteps;
  readonly at: number;
  /** True if an earlier step is being edited. */
  readonly isWaiting: boolean;
  readonly disabled: boolean;
}

function Step({ screen, route, steps, at, isWaiting, disabled }: StepProps) {
  const { t } = useTranslation(['app', 'recipe']);
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  /** True after a press of the mouse, which may start a drag. The menu then opens at the release. */
  const isPressed = useRef(false);
  const each = steps[at] as EditStep;
  const words = coreWords();
  const { operation, params } = each.step;
  // Crop straightens, and cuts off the empty corners unless they are kept.
  const crops = operation === 'rotate' && params?.angle && !params.keepCorners;
  const name = crops ? words.operations.crop.name : stepName(each.step, words);
  const values = describeValues(each.step, words).map(({ label, value }) => `${label} ${value}`);
  const state = each.off
    ? t('recipe:steps.off')
    : each.editing
      ? t('recipe:steps.editing')
      : isWaiting
        ? t('recipe:steps.waiting')
        : undefined;
  const change = (label: string, next: (steps: EditSteps) => EditSteps) => void screen.changeSteps(label, next);
  const isEditing = steps.some(({ editing }) => editing);
  const isEditable = editModeOf(each.step) !== undefined;
  const actions: readonly Action[] = [
    {
      id: 'edit',
      label: t('recipe:steps.edit'),
      run: () => void edit(screen, route, steps, at, navigate),
      disabled: each.editing !== undefined,
    },
    {
      id: 'switch',
      label: each.off ? t('recipe:steps.switchOn') : t('recipe:steps.switchOff'),
      run: () => change(each.off ? 'switchStepOn' : 'switchStepOff', (steps) => switchStep(steps, at)),
      disabled: each.editing !== undefined,
    },
    {
      id: 'earlier',
      label: t('recipe:steps.earlier'),
      run: () => change('moveStep', (steps) => moveStep(steps, at, at - 1)),
      disabled: at === 0 || isEditing,
    },
    {
      id: 'later',
      label: t('recipe:steps.later'),
      run: () => change('moveStep', (steps) => moveStep(steps, at, at + 1)),
      disabled: at === steps.length - 1 || isEditing,
    },
    {
      id: 'remove',
      label: t('recipe:steps.remove'),
      run: () => change('removeStep', (steps) => removeStep(steps, at)),
    },
  ];
  return (
    <span
      className="contents"
      onPointerDownCapture={({ pointerType, currentTarget, target }) => {
        isPressed.current = pointerType !== 'touch' && currentTarget.contains(target as Node);
      }}
      onKeyDownCapture={() => {
        isPressed.current = false;
      }}
    >
      <MenuTrigger isOpen={isOpen} onOpenChange={(opens) => setIsOpen(opens && !isPressed.current)}>
        <AriaButton
          className="edit-step"
          onPress={({ pointerType }) => pointerType !== 'touch' && pointerType !== 'keyboard' && setIsOpen(true)}
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
          <ActionMenu label={name} groups={[isEditable ? actions : actions.slice(1)]} />
        </Popover>
      </MenuTrigger>
    </span>
  );
}

/** Returns when a tool shows edits of a step: at once (`live`) or after Apply (`waiting`); undefined without a tool. */
function editModeOf(step: RecipeStep): 'live' | 'waiting' | undefined {
  const mode = toolForStep(step)?.editsStep;
  return mode === 'never' ? undefined : mode;
}

/** Opens a recipe step in its tool, with the step's settings. The stage shows the image without later steps. */
async function edit(
  screen: Desk,
  open: ImageToolRoute,
  steps: EditSteps,
  at: number,
  navigate: (to: string) => void,
): Promise<void> {
  const { step } = steps[at] as EditStep;
  const tool = toolForStep(step);
  const mode = editModeOf(step);
  if (!tool || !mode) return;
  const route = tool.route as ImageToolRoute;
  if (route !== open) await screen.keepWork();
  if (!(await screen.changeSteps('editStep', (present) => editStep(present, at, mode)))) return;
  const [parsed] = parseRecipe([step]);
  // Tools with live previews and editors of texts or shapes read the settings from the recipe step itself. Otherwise
  // the settings are passed after the image has changed, because sizes and areas refer to the image before the step.
  if (parsed && mode === 'waiting' && !tool.isDrawn) requestSettings(route, parsed.params, step);
  if (route !== open) navigate(`/${route}`);
}

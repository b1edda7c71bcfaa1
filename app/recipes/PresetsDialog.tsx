import { useNavigate } from '@remix-run/react';
import { Ellipsis } from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { baseName } from '#core/base/files.ts';
import { SETTINGS_LIMITS } from '#core/base/outside-limits.ts';
import { safeFileName } from '#core/base/safe-names.ts';
import { commandOfOutputs } from '#core/recipes/command-line.ts';
import { withOutputs } from '#core/recipes/outputs.ts';
import { parseRecipeWithOutputs } from '#core/recipes/read-recipe.ts';
import { recipeDocument } from '#core/recipes/recipe-form.ts';
import { readRecipeText } from '../intake/recipe-text.ts';
import { coreWords } from '../locales/i18n.ts';
import { showError } from '../notices/error-queue.ts';
import { downloadBlob } from '../platform/download.ts';
import { visitorsShell } from '../platform/shell.ts';
import { Button } from '../ui/Button.tsx';
import { copyText } from '../ui/copy.ts';
import { FieldFrame, framedInput } from '../ui/fields/FieldFrame.tsx';
import { FileButton } from '../ui/screen/FileButton.tsx';
import { applyPreset } from './apply-recipe.ts';
import { commandForRecipe } from './command-for-recipe.ts';
import { type DialogBodyProps, RecipeSteps } from './OfferDialog.tsx';
import { presetOf } from './preset-of.ts';
import {
  cleanName,
  type NotSaved,
  PRESET_LIMITS,
  type Preset,
  removePreset,
  renamePreset,
  savePreset,
  usePresets,
} from './presets.ts';
import { closeDialog, type OfferedRecipe, offerRecipe, useRecipeDialogs } from './recipe-dialogs.ts';
import { suggestName } from './suggest-name.ts';
import { copyLink } from './use-recipe-actions.ts';

type Problem = NotSaved | 'nameTaken';

export default function PresetsDialog({ titleId }: DialogBodyProps) {
  const { t } = useTranslation(['app', 'recipe']);
  const recipes = usePresets((state) => state.recipes);
  const mineId = useId();
  const [saved, setSaved] = useState<string>();
  return (
    <>
      <h2 id={titleId} className="text-heading">
        {t('recipe:presets.title')}
      </h2>
      <p className="text-small text-muted">{t('recipe:presets.lead')}</p>
      {saved === undefined ? <SaveWork onSaved={setSaved} /> : <SavedNote name={saved} />}
      <section className="presets-mine" aria-labelledby={mineId}>
        <div className="presets-heading">
          <h3 id={mineId} className="font-semibold">
            {t('recipe:presets.mine')}
          </h3>
          <FileButton size="small" accept=".json,application/json" onFile={(file) => void importFile(file)}>
            {t('recipe:presets.importFile')}
          </FileButton>
        </div>
        {recipes.length === 0 && <p className="text-muted">{t('recipe:presets.none')}</p>}
        <ul className="recipe-dialog-recipes">
          {recipes.map((preset) => (
            <Row key={preset.name} saved={preset} isNew={preset.name === saved} />
          ))}
        </ul>
      </section>
    </>
  );
}

interface SaveProps {
  /** Called with the name of the saved preset. */
  readonly onSaved: (name: string) => void;
}

/** Saves the recipe from the link or clipboard, if any, otherwise the work of the open tool. */
function SaveWork({ onSaved }: SaveProps) {
  const { t } = useTranslation(['app', 'recipe']);
  const { tool, offered } = useRecipeDialogs();
  const [recipe, setRecipe] = useState<readonly unknown[] | undefined>(
    offered ? withOutputs(offered.recipe, offered.outputs) : tool ? undefined : [],
  );
  useEffect(() => {
    if (!recipe && tool) void presetOf(tool).then(setRecipe, showError);
  }, [recipe, tool]);
  if (!recipe) return null;
  if (recipe.length === 0) return <p className="text-small text-muted">{t('recipe:presets.nothingDone')}</p>;
  return <SaveForm recipe={recipe} onSaved={onSaved} />;
}

function SaveForm({ recipe, onSaved }: SaveProps & { readonly recipe: readonly unknown[] }) {
  const { t } = useTranslation(['app', 'recipe']);
  const id = useId();
  const steps = useMemo(() => parseRecipeWithOutputs(recipe).recipe, [recipe]);
  const [name, setName] = useState(() => suggestName(steps, coreWords()));
  const [problem, setProblem] = useState<Problem>();
  const form = useRef<HTMLFormElement>(null);
  const wantsName = useRecipeDialogs((state) => state.dialog === 'savePreset');
  useEffect(() => {
    const input = wantsName && form.current?.querySelector('input');
    if (!input) return;
    input.focus();
    input.select();
  }, [wantsName]);
  return (
    <>
      <form
        ref={form}
        className="recipe-dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          const wrong = savePreset(name, recipe);
          setProblem(wrong);
          if (wrong) return;
          useRecipeDialogs.setState({ offered: undefined });
          onSaved(cleanName(name));
        }}
      >
        <NameField id={id} label={t('recipe:presets.saveThis')} value={name} onChange={setName} problem={problem} />
        <Button type="submit" look="primary">
          {t('recipe:presets.save')}
        </Button>
      </form>
      <RecipeSteps recipe={steps} />
    </>
  );
}

/** Takes the focus from the form that it replaces, so that screen readers read it. */
function SavedNote({ name }: { readonly name: string }) {
  const { t } = useTranslation(['app', 'recipe']);
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => note.current?.focus(), []);
  return (
    <p ref={note} tabIndex={-1} className="presets-saved">
      {t('recipe:presets.saved', { name })}
    </p>
  );
}

interface NameFieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problem: Problem | undefined;
}

function NameField({ id, label, value, onChange, problem }: NameFieldProps) {
  const { t } = useTranslation(['app', 'recipe']);
  const error = problem && t(`recipe:presets.problems.${problem}`, { max: PRESET_LIMITS.presets });
  return (
    <FieldFrame id={id} label={label} error={error}>
      <input
        {...framedInput(id, error)}
        className="field-input"
        value={value}
        placeholder={t('recipe:presets.name')}
        maxLength={PRESET_LIMITS.name}
        autoComplete="off"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </FieldFrame>
  );
}

function Row({ saved, isNew }: { readonly saved: Preset; readonly isNew: boolean }) {
  const { name, recipe: whole } = saved;
  const { t } = useTranslation(['app', 'recipe']);
  const navigate = useNavigate();
  const route = useRecipeDialogs((state) => state.tool?.route) ?? 'format_converter';
  const [next, setNext] = useState<string>();
  const [isOpen, setIsOpen] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const id = useId();
  const { recipe, outputs } = useMemo(() => parseRecipeWithOutputs(whole), [whole]);
  if (next !== undefined)
    return (
      <li>
        <form
          className="recipe-dialog-form"
          onSubmit={(event) => {
            event.preventDefault();
            if (!renamePreset(name, next)) setProblem(next.trim() === '' ? 'nameMissing' : 'nameTaken');
          }}
        >
          <NameField id={id} label={t('recipe:presets.rename')} value={next} onChange={setNext} problem={problem} />
          <Button type="submit">{t('recipe:presets.save')}</Button>
          <Button onClick={() => setNext(undefined)}>{t('common.cancel')}</Button>
        </form>
      </li>
    );
  // Closes the dialog first, because the dialog would cover the confirmation message.
  const away = (work: () => unknown) => () => {
    closeDialog();
    work();
  };
  const actions = [
    { label: t('recipe:menu.copyLink'), run: away(() => copyLink(route, whole)) },
    { label: t('common.copyCommand'), run: away(() => copyText(commandForOffer({ recipe, outputs }))) },
    { label: t('common.copyRecipe'), run: away(() => copyText(jsonOf(whole))) },
    { label: t('recipe:presets.exportFile'), run: () => exportFile(name, whole) },
    { label: t('recipe:presets.rename'), run: () => setNext(name) },
    { label: t('recipe:presets.remove'), run: () => removePreset(name) },
  ];
  return (
    <li className="recipe-dialog-row" data-new={isNew || undefined}>
      <span className="recipe-dialog-name">{name}</span>
      <Button size="small" onClick={() => applyPreset(saved, navigate)}>
        {t('recipe:presets.run')}
      </Button>
      <Button
        size="small"
        icon={Ellipsis}
        iconOnly
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t('recipe:presets.actions', { name })}
      </Button>
      {/* Uses radio buttons, because the popup of a menu would open behind the dialog. */}
      {isOpen && (
        <div id={id} className="recipe-dialog-more">
          <RecipeSteps recipe={recipe} />
          <div className="recipe-dialog-buttons">
            {actions.map(({ label, run }) => (
              <Button key={label} size="small" onClick={run}>
                {label}
              </Button>
            ))}
          </div>
        </div>
      )}
    </li>
  );
}

const jsonOf = (recipe: readonly unknown[]): string => JSON.stringify(recipeDocument(recipe), null, 2);

function exportFile(name: string, recipe: readonly unknown[]): void {
  try {
    downloadBlob(new Blob([jsonOf(recipe)], { type: 'application/json' }), safeFileName(`${name}.json`));
  } catch (error) {
    showError(error);
  }
}

async function importFile(file: File): Promise<void> {
  try {
    if (file.size > SETTINGS_LIMITS.size) {
      const { FudebakoError } = await import('#core/base/errors.ts');
      throw new FudebakoError('settingsTooLarge', { megabytes: SETTINGS_LIMITS.size / 1e6 });
    }
    const { readTextFile } = await import('../intake/read-text-file.ts');
    offerRecipe(await readRecipeText(await readTextFile(file)));
  } catch (error) {
    if (!(error instanceof Error && error.name === 'CancelledError')) showError(error);
  }
}

/** Returns the command line that makes a recipe's result or outputs from a file, quoted for the visitor's shell. */
const commandForOffer = ({ recipe, outputs }: OfferedRecipe, name = 'picture.png'): string =>
  outputs
    ? commandOfOutputs(withOutputs(recipe, outputs), name, `${baseName(name)}-out`, visitorsShell())
    : commandForRecipe(recipe, name);

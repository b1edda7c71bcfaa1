import { useNavigate } from '@remix-run/react';
import { WandSparkles } from 'lucide-react';
import { useMemo } from 'react';
import type { CoreWords } from '#core/locales/all-en.ts';
import { type AnyOperation, findOperation, type OperationId } from '#core/operations/index.ts';
import { describeStep } from '#core/recipes/describe.ts';
import { createPhraseParser, type ParsedPhrase } from '#core/recipes/phrases.ts';
import { editedStep } from '../desk/steps.ts';
import { coreWords, i18n } from '../locales/i18n.ts';
import { languages } from '../locales/languages.ts';
import { showError } from '../notices/error-queue.ts';
import { type RecipeTool, useRecipeDialogs } from '../recipes/recipe-dialogs.ts';
import { requestSettings } from '../recipes/requested-settings.ts';
import { type ImageToolRoute, settableTools, toolFor } from '../tools/catalog.ts';
import type { PaletteEntry } from './palette-entries.ts';

/** Returns entries for typed phrases such as `scale 50%` or `彩度 20`. Entries of the open tool come first. */
export function usePhraseEntries(typed: string): readonly PaletteEntry[] {
  const navigate = useNavigate();
  const tool = useRecipeDialogs((state) => state.tool);
  const parse = useMemo(createMultilingualParser, []);
  return parse(typed)
    .filter(isSettable)
    .toSorted((a, b) => rank(b, tool) - rank(a, tool))
    .map(({ operation, params }): PaletteEntry => {
      const label = describeStep({ operation: operation.id, params }, coreWords());
      return {
        id: `phrase ${label}`,
        label,
        icon: WandSparkles,
        words: [],
        run: () => void set(tool, operation.id, params, navigate),
      };
    });
}

function createMultilingualParser() {
  const ids = settableTools.map(({ operation = '' }) => operation);
  const operations = [...ids, ...Object.keys(SCREENS)].map((id) => findOperation(id) as AnyOperation);
  const tables = languages
    .filter((language) => i18n.hasResourceBundle(language, 'core') && i18n.hasResourceBundle(language, 'tools'))
    .map((language) => i18n.getResourceBundle(language, 'core') as CoreWords);
  return createPhraseParser(operations, tables);
}

/** Screens whose name differs from the name of their operation. */
const SCREENS: Readonly<Partial<Record<OperationId, ImageToolRoute>>> = {
  rotate: 'cropper',
  trim: 'cropper',
  'remove-background': 'format_converter',
  pad: 'scaler',
};

/** True if a typed phrase sets a field of a tool. A format isn't a field: download buttons select the format. */
const isSettable = ({ params }: ParsedPhrase): boolean => !Object.hasOwn(params, 'format');

const rank = ({ operation }: ParsedPhrase, tool: RecipeTool | undefined): number =>
  tool !== undefined && toolFor(operation.id)?.route === tool.route ? 1 : 0;

/** True for an operation that edits pixels. The settings of the format converter only affect downloads. */
const isEdit = (operation: OperationId) => findOperation(operation)?.output === 'image' && operation !== 'convert';

/** Applies an operation to the open image. Without an open image, opens the operation's tool and fills its fields. */
async function set(
  tool: RecipeTool | undefined,
  operation: OperationId,
  params: ParsedPhrase['params'],
  navigate: (to: string) => void,
): Promise<void> {
  const own = toolFor(operation);
  const { image, steps } = tool?.screen.use.getState() ?? {};
  const isOwn = own !== undefined && tool?.route === own.route;
  // Fills the tool's fields instead of applying a step if the tool applies each change, or a step is being edited.
  const waits = (isOwn && own.editsStep === 'live') || (steps && editedStep(steps));
  try {
    if (tool && image && isEdit(operation) && !waits) {
      // In the open tool, typed settings replace unapplied settings, so unapplied settings aren't applied first.
      if (isOwn || (await tool.commit())) await tool.screen.apply({ operation, params });
      return;
    }
    const route = (own?.route ?? SCREENS[operation]) as ImageToolRoute | undefined;
    if (!route) return;
    // A tool that edits several operations also needs the step, which states the operation.
    const step = own?.operation === operation ? undefined : { operation, params };
    if (isOwn) return requestSettings(route, params, step);
    if (own) requestSettings(route, params, step);
    navigate(`/${route}`);
  } catch (error) {
    showError(error);
  }
}

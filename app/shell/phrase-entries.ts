import { useNavigate } from '@remix-run/react';
import { WandSparkles } from 'lucide-react';
import { useMemo } from 'react';
import { type AnyOperation, findOperation, type OperationId } from '#core/operations/index.ts';
import { describeStep } from '#core/recipes/describe.ts';
import { createPhraseParser, type ParsedPhrase } from '#core/recipes/phrases.ts';
import type { CoreWords } from '#core/words/all-en.ts';
import { coreWords, i18n } from '../locales/i18n.ts';
import { languages } from '../locales/languages.ts';
import { showError } from '../messages/errors.ts';
import { type RecipeTool, useRecipeDialogs } from '../recipes/recipe-dialogs.ts';
import { requestSettings } from '../recipes/requested-settings.ts';
import { handPictureOn } from '../recipes/tools.ts';
import { type ImageToolRoute, settableTools, toolFor } from '../tools/catalog.ts';
import type { PaletteEntry } from './palette-entries.ts';

/** Returns entries for typed phrases such as `scale 50%` or `彩度 20`. The open tool's entry comes first. */
export function usePhraseEntries(typed: string): readonly PaletteEntry[] {
  const navigate = useNavigate();
  const tool = useRecipeDialogs((state) => state.tool);
  const parse = useMemo(parserOfTheTongues, []);
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

function parserOfTheTongues() {
  const operations = settableTools.map(({ operation = '' }) => findOperation(operation) as AnyOperation);
  const tables = languages
    .filter((language) => i18n.hasResourceBundle(language, 'core') && i18n.hasResourceBundle(language, 'edits'))
    .map((language) => i18n.getResourceBundle(language, 'core') as CoreWords);
  return createPhraseParser(operations, tables);
}

/** True if a phrase sets fields of a tool. A format is no field: the download buttons choose the format. */
const isSettable = ({ params }: ParsedPhrase): boolean => !Object.hasOwn(params, 'format');

const rank = ({ operation }: ParsedPhrase, tool: RecipeTool | undefined): number =>
  tool !== undefined && toolFor(operation.id)?.route === tool.route ? 1 : 0;

/** Sets the fields of the operation's tool. A different tool opens with the current image. */
async function set(
  tool: RecipeTool | undefined,
  operation: OperationId,
  params: ParsedPhrase['params'],
  navigate: (to: string) => void,
): Promise<void> {
  const route = toolFor(operation)?.route as ImageToolRoute | undefined;
  if (!route) return;
  if (tool?.route === route) return requestSettings(route, params);
  try {
    const hasPicture = tool?.session.use.getState().picture !== undefined;
    if (tool && hasPicture && !(await handPictureOn(tool, route))) return;
    requestSettings(route, params);
    navigate(`/${route}`);
  } catch (error) {
    showError(error);
  }
}

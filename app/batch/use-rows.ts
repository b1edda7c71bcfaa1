import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { create, useStore } from 'zustand';
import type { Recipe } from '#core/recipes/recipe.ts';
import { rowFormatOf } from '#core/recipes/rows/row-reader.ts';
import { desk } from '../desk/desk.ts';
import type { ListedRow } from '../desk/image-list.ts';
import { wholeRecipe } from '../desk/steps.ts';
import { showError } from '../notices/error-queue.ts';
import { isAccepted } from '../ui/accepted-images.ts';
import type { Action } from '../ui/actions.ts';
import { readClipboard } from '../ui/copy.ts';
import { isTyping } from '../ui/keys.ts';
import type { BatchState } from './item.ts';
import { openTable, useOpenBatch } from './open-batches.ts';
import { looksLikeRows, nameOfPasted } from './pasted-rows.ts';

const isTable = (file: File): boolean => rowFormatOf(file.name) !== undefined;

const ACCEPTED = '.csv,.tsv,.jsonl,.ndjson,image/*';

interface Rows {
  /** Opens the first table among the files; the table's rows use the other files. Returns false without a table. */
  readonly openTableFile: (files: readonly File[]) => boolean;
  readonly actions: readonly Action[];
}

/** Opens tables that are dropped, chosen or pasted. Each table row overrides the current settings. */
export function useRows(tool: string, base: () => Recipe): Rows {
  const { t, ready } = useTranslation(['app', 'batch']);
  const latest = useRef(base);
  latest.current = base;
  const openTableFile = useCallback(
    (files: readonly File[]) => {
      const table = files.find(isTable);
      const whole = () => [...wholeRecipe(desk.use.getState().steps), ...latest.current()];
      if (table) void openTable(desk, tool, table, whole, files.filter(isAccepted));
      return table !== undefined;
    },
    [tool],
  );
  const pasteText = useCallback(
    (text: string) => openTableFile([new File([text], nameOfPasted(text))]),
    [openTableFile],
  );
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (isTyping(event.target) || event.clipboardData?.files.length || !looksLikeRows(text)) return;
      // `RecipeDialogs` handles pasted recipes, because a recipe with several lines can look like a table.
      void import('../intake/recipe-text.ts').then(({ looksLikeRecipe }) => looksLikeRecipe(text) || pasteText(text));
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  }, [pasteText]);
  const actions = useMemo(
    () => [
      { id: 'open-table', label: t('batch:openTable'), run: () => chooseTable(openTableFile) },
      {
        id: 'paste-table',
        label: t('batch:pasteTable'),
        run: () => void readClipboard().then(pasteText, showError),
      },
    ],
    [t, openTableFile, pasteText],
  );
  return { openTableFile, actions: ready ? actions : [] };
}

function chooseTable(open: (files: readonly File[]) => boolean): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.accept = ACCEPTED;
  input.addEventListener('change', () => void open([...(input.files ?? [])]));
  input.click();
}

type Shown = Pick<BatchState, 'items' | 'shown'>;
const NONE = create<Shown>(() => ({ items: [], shown: undefined }));

function useShownRow(tool: string): ListedRow | undefined {
  const batch = useOpenBatch(desk, tool);
  return useStore(batch?.use ?? NONE, ({ items, shown }: Shown) => items.find(({ id }) => id === shown)?.row);
}

export function useHasRows(tool: string): boolean {
  const batch = useOpenBatch(desk, tool);
  return useStore(batch?.use ?? NONE, ({ items }: Shown) => items.some(({ row }) => row));
}

/** Returns the last step of `base` with the displayed row's values. Reads `base` again if `version` changes. */
export function useRowParameters(tool: string, base: () => Recipe, version: string): Recipe[number]['params'] {
  const row = useShownRow(tool);
  const [params, setParams] = useState<Recipe[number]['params']>();
  const latest = useRef(base);
  latest.current = base;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version changes with the recipe
  useEffect(() => {
    let isGone = false;
    if (row)
      void import('./tables.ts')
        .then(({ orderForRow }) => orderForRow(latest.current(), row).recipe.at(-1)?.params)
        .catch(() => undefined)
        .then((next) => isGone || setParams(next));
    else setParams(undefined);
    return () => {
      isGone = true;
    };
  }, [row, version]);
  return row && params;
}

/** Returns `base` with the displayed row's values, which Generate uses; `undefined` without rows. */
export function useRowSteps(tool: string, base: () => Recipe, version: string): Recipe | undefined {
  const params = useRowParameters(tool, base, version);
  const last = params && base().at(-1);
  return last && [...base().slice(0, -1), { ...last, params }];
}

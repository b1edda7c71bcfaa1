import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { create, useStore } from 'zustand';
import type { Recipe } from '#core/recipes/recipe.ts';
import { rowFormatOf } from '#core/recipes/rows/row-reader.ts';
import { isAccepted } from '../../../state/accepted-pictures.ts';
import type { Action } from '../../../state/actions.ts';
import type { BatchState, ItemRow } from '../../../state/batch/item.ts';
import { openTable, useOpenBatches } from '../../../state/batch/open-batches.ts';
import { wholeRecipe } from '../../../state/chain/edit-steps.ts';
import { readClipboard } from '../../../state/copy.ts';
import { showError } from '../../../state/errors.ts';
import { pictureSessionOf } from '../../../state/picture-session.ts';
import { isTyping } from '../../../state/shortcuts.ts';
import { looksLikeRows, nameOfPasted } from './pasted-rows.ts';

const isTable = (file: File): boolean => rowFormatOf(file.name) !== undefined;

/** For a file picker: tables, and what their rows may name. */
const ACCEPTED = '.csv,.tsv,.jsonl,.ndjson,image/*';

interface Rows {
  /** Opens a table among files; the others are those that its rows may name. False where there is none. */
  readonly takeTable: (files: readonly File[]) => boolean;
  /** To choose a table, and to paste one. */
  readonly actions: readonly Action[];
}

/** Tables whose rows are laid over what is set: dropped, chosen or pasted. */
export function useRows(tool: string, base: () => Recipe): Rows {
  const { t, ready } = useTranslation(['app', 'many']);
  const latest = useRef(base);
  latest.current = base;
  const takeTable = useCallback(
    (files: readonly File[]) => {
      const table = files.find(isTable);
      const session = pictureSessionOf(tool);
      const whole = () => [...wholeRecipe(session.present()), ...latest.current()];
      if (table) void openTable(session, table, whole, files.filter(isAccepted));
      return table !== undefined;
    },
    [tool],
  );
  const pasteText = useCallback((text: string) => takeTable([new File([text], nameOfPasted(text))]), [takeTable]);
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (isTyping(event.target) || event.clipboardData?.files.length || !looksLikeRows(text)) return;
      // Recipes have several lines too, and are taken elsewhere (`Desk`).
      void import('../../../state/chain/recipe-text.ts').then(
        ({ seemsRecipe }) => seemsRecipe(text) || pasteText(text),
      );
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  }, [pasteText]);
  const actions = useMemo(
    () => [
      { id: 'open-table', label: t('many:openTable'), run: () => chooseTable(takeTable) },
      {
        id: 'paste-table',
        label: t('many:pasteTable'),
        run: () => void readClipboard().then(pasteText, showError),
      },
    ],
    [t, takeTable, pasteText],
  );
  return { takeTable, actions: ready ? actions : [] };
}

function chooseTable(take: (files: readonly File[]) => boolean): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.accept = ACCEPTED;
  input.addEventListener('change', () => void take([...(input.files ?? [])]));
  input.click();
}

type Shown = Pick<BatchState, 'items' | 'shown'>;
const NONE = create<Shown>(() => ({ items: [], shown: undefined }));

/** The row that is looked at, where a table is open. */
function useShownRow(tool: string): ItemRow | undefined {
  const batch = useOpenBatches(({ batches }) => batches.get(tool));
  return useStore(batch?.use ?? NONE, ({ items, shown }: Shown) => items.find(({ id }) => id === shown)?.row);
}

/** Whether the rows of a table are open. */
export function useHasRows(tool: string): boolean {
  const batch = useOpenBatches(({ batches }) => batches.get(tool));
  return useStore(batch?.use ?? NONE, ({ items }: Shown) => items.some(({ row }) => row));
}

/**
 * The parameters of a tool's own step with the row that is looked at laid over them; nothing where there is no row, or
 * where it does not fit what is set, which shows in the list once it is made.
 *
 * @param version changes with what is set
 */
export function useRowParameters(tool: string, base: () => Recipe, version: string): Recipe[number]['params'] {
  const row = useShownRow(tool);
  const [params, setParams] = useState<Recipe[number]['params']>();
  const latest = useRef(base);
  latest.current = base;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version says when it is another
  useEffect(() => {
    let isGone = false;
    if (row)
      void import('../../../state/batch/tables.ts')
        .then(({ laidOver }) => laidOver(latest.current(), row).recipe.at(-1)?.params)
        .catch(() => undefined)
        .then((next) => isGone || setParams(next));
    else setParams(undefined);
    return () => {
      isGone = true;
    };
  }, [row, version]);
  return row && params;
}

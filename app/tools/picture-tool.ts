import { Bookmark, Download, Redo2, Undo2 } from 'lucide-react';
import { useCallback, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import { visitorsShell } from '#app/platform/shell.ts';
import { commandLine } from '#core/command-line.ts';
import { FudebakoError } from '#core/errors.ts';
import { baseName, extensionOf } from '#core/files.ts';
import type { ImageFormat } from '#core/image/encode.ts';
import { parseRecipe, type Recipe, type RecipeStep, recipeEncoding } from '#core/recipe.ts';
import type { BarAction } from '../parts/ActionBar.tsx';
import type { Action } from '../state/actions.ts';
import { showError } from '../state/errors.ts';
import { usePastedFile } from '../state/paste.ts';
import { pasteRecipe } from '../state/paste-recipe.ts';
import { useUndoShortcuts } from '../state/shortcuts.ts';
import { type Workbench, type WorkbenchView, workbenchOf, workbenchView } from '../state/workbench.ts';
import { useCopyActions } from './common-actions.ts';

export interface PictureTool {
  readonly workbench: Workbench;
  readonly state: WorkbenchView;
  /** There is a picture to work on. */
  readonly ready: boolean;
  readonly openFile: (file: File) => void;
  readonly openSaved: () => void;
  readonly openSample: () => void;
  /** Undo and Redo. */
  readonly historyActions: readonly BarAction[];
  /** A download for each format, then Save for later. */
  readonly exportActions: (formats: readonly ImageFormat[], quality?: number) => readonly BarAction[];
  /** Recipe and command line to copy, a recipe to paste. */
  readonly recipeActions: readonly Action[];
}

const DOWNLOAD_LABELS = {
  jpg: 'common.downloadJpg',
  png: 'common.downloadPng',
  webp: 'common.downloadWebp',
  avif: 'common.downloadAvif',
} as const satisfies Record<ImageFormat, string>;

const SAMPLE_URL = '/samples/sample.jpg';

interface PictureToolOptions {
  /** What a copied recipe ends with, where the tool is about how a picture is written. */
  readonly closingStep?: RecipeStep;
  /** What the keys take back and do again, where that is not the picture's own history. */
  readonly history?: { readonly undo: () => void; readonly redo: () => void };
}

/** What every tool around one picture does in the same way. */
export function usePictureTool(tool: string, { closingStep, history }: PictureToolOptions = {}): PictureTool {
  const { t } = useTranslation();
  const workbench = useMemo(() => workbenchOf(tool), [tool]);
  const state = workbench.use(useShallow(workbenchView));
  useEffect(() => void workbench.restore(), [workbench]);

  const openFile = useCallback((file: File) => void workbench.openFile(file), [workbench]);
  const openSaved = useCallback(() => void workbench.openSaved(), [workbench]);
  const openSample = useCallback(() => openSampleWith((file) => workbench.openFile(file)), [workbench]);
  usePastedFile(openFile);
  const { undo, redo } = history ?? workbench;
  useUndoShortcuts(undo, redo);

  const recipe = closingStep ? [...state.history.present, closingStep] : state.history.present;
  const ready = state.picture !== undefined;
  const copyActions = useCopyActions();
  const keys = shortcutKeys();
  return {
    workbench,
    state,
    ready,
    openFile,
    openSaved,
    openSample: () => void openSample(),
    historyActions: [
      {
        id: 'undo',
        label: t('common.undo'),
        icon: Undo2,
        iconOnly: true,
        run: workbench.undo,
        disabled: !state.canUndo,
        shortcut: keys.undo,
      },
      {
        id: 'redo',
        label: t('common.redo'),
        icon: Redo2,
        iconOnly: true,
        run: workbench.redo,
        disabled: !state.canRedo,
        shortcut: keys.redo,
      },
    ],
    exportActions: (formats, quality) => [
      ...formats.map((format) => ({
        id: `download-${format}`,
        label: t(DOWNLOAD_LABELS[format]),
        icon: Download,
        run: () => void workbench.download({ format, quality }),
        disabled: !ready,
      })),
      {
        id: 'save',
        label: t('common.saveForLater'),
        icon: Bookmark,
        run: () => void workbench.save(),
        disabled: !ready,
      },
    ],
    recipeActions: [
      ...copyActions({
        recipe: () => recipe,
        command: () => commandOf(recipe, state.picture?.source.name),
        disabled: recipe.length === 0,
        paste: () => pasteRecipe((pasted) => workbench.apply(...pasted)),
        pasteDisabled: !ready,
      }),
    ],
  };
}

/** How this device writes the keys that undo and redo. */
export function shortcutKeys(): { readonly undo: string; readonly redo: string } {
  const isApple = typeof navigator !== 'undefined' && /Mac|iP(hone|ad)/.test(navigator.platform);
  return isApple ? { undo: '⌘Z', redo: '⇧⌘Z' } : { undo: 'Ctrl+Z', redo: 'Ctrl+Shift+Z' };
}

/** 'Try a sample': a small picture made for the project. */
export async function openSampleWith(open: (file: File) => Promise<void>, url: string = SAMPLE_URL): Promise<void> {
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    const blob = await response.blob();
    await open(new File([blob], url.slice(url.lastIndexOf('/') + 1), { type: blob.type }));
  } catch (error) {
    showError(new FudebakoError('imageLoad', {}, { cause: error }));
  }
}

function commandOf(recipe: Recipe, name = 'picture.png'): string {
  const format = recipeEncoding(parseRecipe(recipe))?.format ?? extensionOf(name);
  return commandLine(recipe, name, `${baseName(name)}-out.${format}`, visitorsShell());
}

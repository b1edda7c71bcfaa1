import { Download, ImageDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { baseName } from '#core/base/files.ts';
import type { Size } from '#core/geometry/point.ts';
import type { ImageEncoding } from '#core/image/codecs/encode.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { recipeByFractions, recipeMadeOn } from '#core/recipes/refit.ts';
import { useOpenBatch } from '../batch/open-batches.ts';
import { useHasRows } from '../batch/use-rows.ts';
import { editedStep } from '../desk/steps.ts';
import { useDownloadAs } from '../export/use-download-as.tsx';
import type { PastedStep } from '../recipes/paste-recipe.ts';
import type { Action } from '../ui/actions.ts';
import { type GeneratedFormat, useGenerated } from '../ui/generated.ts';
import type { BarAction } from '../ui/screen/ActionBar.tsx';
import { BLANK_NAME } from './BlankBackgroundSource.tsx';
import { commandOnSource, onBackground } from './background-recipe.ts';
import { useCopyActions } from './common-actions.ts';
import type { DrawnItems } from './drawn-items.ts';
import { useDrawnStep } from './drawn-step.ts';
import type { ImageTool } from './image-tool.ts';

const drawnName = (source: string): string => `${baseName(source)}.with_text`;

/** Returns the file name for an image with text or shapes, for example `holiday.jpg` → `holiday.with_text.png`. */
export const drawingName = (source: string, format: GeneratedFormat | 'svg'): string =>
  `${drawnName(source)}.${format}`;

export const withDrawn = (recipe: Recipe, drawn: Recipe | undefined): Recipe | undefined =>
  drawn && [...recipe, ...drawn];

interface DrawingOptions<Item extends object> {
  readonly tool: ImageTool;
  readonly tabsOf: (step: PastedStep, size: Size) => readonly Item[];
  readonly document: DrawnItems<Item>;
  /** Returns a key of all data in a generated file. A file that was generated with another key is marked as stale. */
  readonly versionOf: (format: GeneratedFormat) => string;
  readonly steps: () => Recipe | undefined;
  /** True if texts can't be drawn, for example because there are none. */
  readonly hasProblem?: boolean;
  /** Returns the steps for a recipe file, in which inputs such as fonts are file names. */
  readonly recipe: () => Recipe;
}

export interface Drawing {
  readonly name: string;
  readonly files: ReturnType<typeof useGenerated>[0];
  readonly addFile: (format: GeneratedFormat, blob: Blob | undefined) => void;
  readonly groups: (options?: { disabled?: boolean; more?: readonly BarAction[] }) => readonly (readonly BarAction[])[];
  readonly copies: (options: { disabled: boolean; paste: () => unknown }) => readonly Action[];
  readonly downloadAs: ReturnType<typeof useDownloadAs>;
}

export function useDrawing<Item extends object>(options: DrawingOptions<Item>): Drawing {
  const { tool, document, versionOf, steps, recipe, hasProblem = false } = options;
  const { t } = useTranslation();
  const copyActions = useCopyActions();
  const { screen, state } = tool;
  const source = state.image?.source;
  const name = source?.name ?? BLANK_NAME;
  const [files, add] = useGenerated(state.image?.version, versionOf);
  const addFile = (format: GeneratedFormat, blob: Blob | undefined) => {
    if (blob) add({ format, name: drawingName(name, format), blob });
  };
  const generate = async (format: 'jpg' | 'png') => {
    const drawn = steps();
    if (drawn) addFile(format, await screen.generate(drawn, { format }));
  };
  const download = async (encoding: ImageEncoding) => {
    const drawn = steps();
    if (drawn) await screen.download(encoding, { steps: drawn, name: drawnName(name) });
  };
  const save = async () => {
    const drawn = steps();
    if (drawn) await screen.save(drawn);
  };
  const copy = async () => {
    const drawn = steps();
    if (drawn) await screen.copy(drawn);
  };
  // The download of an up-to-date generated file is the primary action.
  const isMade = files.some((file) => !file.isStale);
  const apply = useDrawnStep(options);
  const downloadAs = useDownloadAs({
    screen,
    image: () => {
      const drawn = steps();
      return drawn && screen.imageWith(drawn);
    },
    sourceBytes: state.image?.sourceBytes,
    download: (encoding) => void download(encoding),
    disabled: !tool.ready,
  });
  const asIfMade = (action: BarAction): BarAction =>
    action.look === 'primary' && (isMade || apply) ? { ...action, look: 'secondary' } : action;
  const downloadAction = (format: 'jpg' | 'png', disabled?: boolean): BarAction => ({
    id: `download-${format}`,
    label: t(format === 'jpg' ? 'common.downloadJpg' : 'common.downloadPng'),
    short: format.toUpperCase(),
    icon: Download,
    run: () => void download({ format }),
    disabled,
  });
  /** True if leaving the editor makes a step of its texts or shapes. An edited step without any of them is removed. */
  const canKeep = () => {
    if (hasProblem || document.use.getState().isOnBlank) return false;
    return editedStep(state.steps)?.operation === document.operation || !document.isEmpty;
  };
  const hasRows = useHasRows(tool.route);
  const hasBatch = useOpenBatch(screen, tool.route) !== undefined;
  const info = state.image?.info;
  const wholeRecipe = () => {
    const own = onBackground(recipe(), source);
    if (!hasBatch || !info) return own;
    return hasRows ? recipeMadeOn(own, info) : recipeByFractions(own, info);
  };
  return {
    name,
    files,
    addFile,
    downloadAs,
    groups: ({ disabled, more = [] } = {}) => [
      ...(apply ? [[apply]] : []),
      [downloadAction('jpg', disabled), asIfMade({ ...downloadAction('png', disabled), look: 'primary' }), ...more],
      tool
        .exportActions([])
        .map((action) => ({ ...action, run: () => void (action.id === 'copy-image' ? copy() : save()) })),
    ],
    copies: ({ disabled, paste }) => [
      ...(['jpg', 'png'] as const).map((format) => ({
        id: `generate-${format}`,
        label: t(format === 'jpg' ? 'common.generateJpg' : 'common.generatePng'),
        icon: ImageDown,
        run: () => void generate(format),
        disabled: !tool.ready || hasProblem,
      })),
      ...copyActions({
        recipe: wholeRecipe,
        command: () => commandOnSource(wholeRecipe(), source, drawingName(name, 'png')),
        disabled,
        paste,
      }),
      ...tool.continueActions({
        recipe: wholeRecipe,
        keep: async () => {
          const drawn = canKeep() && steps();
          if (drawn) await document.keep(drawn);
        },
      }),
    ],
  };
}

import { Bookmark, Copy, Download, Share2 } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import { canShareFile } from '#app/platform/share.ts';
import type { ImageEncoding } from '#core/image/codecs/encode.ts';
import { formatName, type OutputFormat, outputFormats, stillFormats } from '#core/image/formats/output-formats.ts';
import type { Recipe, RecipeStep } from '#core/recipes/recipe.ts';
import type { CropBy } from '#core/recipes/refit.ts';
import { followList, isBatch, openBatch, openBatchOf } from '../batch/open-batches.ts';
import { type Desk, desk as screen } from '../desk/desk.ts';
import { type DeskView, deskView } from '../desk/desk-view.ts';
import type { DrawnOperation } from '../desk/document.ts';
import { type EditSteps, exportOf, revised, wholeRecipe, withSteps } from '../desk/steps.ts';
import type { IntakeMethod } from '../intake/arrivals.ts';
import { useArrivals } from '../intake/use-arrivals.ts';
import { commandForRecipe } from '../recipes/command-for-recipe.ts';
import { pasteRecipe } from '../recipes/paste-recipe.ts';
import { type ToolWork, useRecipeActions } from '../recipes/use-recipe-actions.ts';
import type { ImageToolRoute } from '../tools/catalog.ts';
import { SAMPLE_IMAGE } from '../tools/manifest.ts';
import { isAccepted } from '../ui/accepted-images.ts';
import type { Action } from '../ui/actions.ts';
import type { BarAction } from '../ui/screen/ActionBar.tsx';
import { useUndoShortcuts } from '../ui/shortcuts.ts';
import { pickFile, reportSkippedFiles } from '../ui/skipped-files.ts';
import type { ImageRef, ShownAnimation } from '../workers/image-client.ts';
import { useCopyActions } from './common-actions.ts';
import { useDeskHistory } from './history-actions.ts';
import { useKeptWork } from './kept-work.ts';
import { openSampleWith } from './samples.ts';
import { type OnTurn, useTurnActions } from './turn-actions.ts';

export interface PendingWork {
  /** The complete recipe, including the settings that aren't applied yet. */
  readonly recipe: Recipe;
  readonly commit: () => Promise<boolean>;
  /** True for settings that the tool proposes. Leaving the tool doesn't apply them. */
  readonly isProposal?: boolean;
}

interface ExportOptions {
  readonly encoding?: Omit<ImageEncoding, 'format'>;
  /** Format of the primary download button and of Share. By default, no button is primary, and Share uses the first. */
  readonly chosen?: OutputFormat;
  /** Settings to apply before an export, so that the file looks like the preview. */
  readonly pending?: PendingWork | undefined;
}

export interface OpenAnimation extends ShownAnimation {
  readonly firstFrame: boolean;
  readonly setFirstFrame: (firstFrame: boolean) => void;
}

export interface ImageTool {
  readonly route: ImageToolRoute;
  readonly screen: Desk;
  readonly state: DeskView;
  readonly ready: boolean;
  readonly animation: OpenAnimation | undefined;
  readonly missing: string | undefined;
  /** The open image, while a text editor shows its texts on a blank background instead. */
  readonly covered?: { readonly name: string; readonly use: () => void } | undefined;
  readonly openFile: (file: File) => void;
  /** Opens files; replaces `openFile` in tools that accept several images. */
  readonly openFiles: ((files: readonly File[]) => void) | undefined;
  readonly openSaved: () => void;
  readonly openSample: () => void;
  readonly historyActions: readonly BarAction[];
  readonly turnActions: readonly BarAction[];
  readonly recipeWith: (pending?: PendingWork) => Recipe;
  readonly imageWith: (pending?: PendingWork) => ImageRef | undefined;
  /** Returns a download action per format (for animations also GIF and MP4), Share if supported, and Save for later. */
  readonly exportActions: (formats: readonly OutputFormat[], options?: ExportOptions) => readonly BarAction[];
  /** Returns actions that copy the recipe. With several open images, the recipe fits images of every size. */
  readonly recipeActions: (pending?: PendingWork, cropBy?: CropBy) => readonly Action[];
  readonly continueActions: (work: ToolWork) => readonly Action[];
}

const DOWNLOAD_LABELS = {
  jpg: 'common.downloadJpg',
  png: 'common.downloadPng',
  webp: 'common.downloadWebp',
  avif: 'common.downloadAvif',
  gif: 'common.downloadGif',
  mp4: 'common.downloadMp4',
} as const satisfies Record<OutputFormat, string>;

const NO_WORK: ToolWork = { recipe: () => [] };

interface ImageToolOptions {
  /** Last step of copied recipes, for tools that set the export format. */
  readonly closingStep?: RecipeStep;
  readonly batches?: boolean;
  readonly openTableFile?: (files: readonly File[]) => boolean;
  /** The texts or shapes of an editor. */
  readonly drawn?: { readonly operation: DrawnOperation };
  readonly onTurn?: OnTurn;
}

export function useImageTool(
  route: ImageToolRoute,
  { closingStep, batches = false, openTableFile, drawn, onTurn }: ImageToolOptions = {},
): ImageTool {
  const { t } = useTranslation();
  const state = screen.use(useShallow(deskView));
  const restore = useCallback(async () => {
    await screen.restore();
    if (batches) followList(screen);
  }, [batches]);
  useEffect(() => void restore(), [restore]);

  const receive = useCallback(
    async (files: readonly File[], method: IntakeMethod, recipe?: Recipe) => {
      // The desk must be restored first; otherwise the stored image would replace the new image.
      await restore();
      if (openTableFile?.(files)) return reportSkippedFiles(0);
      if (batches && isBatch(files)) {
        reportSkippedFiles(0);
        return openBatch(screen, files);
      }
      const file = pickFile(files, isAccepted);
      if (file) await screen.openFile(file, method === 'paste' ? 'imagePaste' : undefined, recipe);
    },
    [batches, restore, openTableFile],
  );
  const openFile = useCallback((file: File) => void receive([file], 'drop'), [receive]);
  const openFiles = useMemo(
    () => (batches ? (files: readonly File[]) => void receive(files, 'drop') : undefined),
    [batches, receive],
  );
  const openSaved = useCallback(() => void screen.openSaved(), []);
  const openSample = useCallback(() => openSampleWith(SAMPLE_IMAGE, (file) => screen.openFile(file)), []);
  useArrivals(route, receive);
  useUndoShortcuts(screen.undo, screen.redo);

  const ready = state.image !== undefined;
  const copyActions = useCopyActions();
  const work = useRef<ToolWork>(NO_WORK);
  const continueActions = useRecipeActions(route, screen, work);
  useKeptWork(route, work, drawn?.operation);
  const historyActions = useDeskHistory();
  const turnActions = useTurnActions(screen, state, drawn !== undefined, onTurn);
  const canShare = useMemo(() => canShareFile('picture.png', 'image/png'), []);
  const { recipe: shownSteps, steps } = state;
  const [stillSource, setStillSource] = useState<string>();
  const sourceId = state.image?.source.id;
  const shown = state.image?.info.animation;
  const firstFrame = stillSource !== undefined && stillSource === sourceId;
  const keepsAnimation = shown?.isKept === true && !firstFrame;
  const still = firstFrame ? { firstFrame } : {};
  const recipeWith = (pending?: PendingWork) => (pending ? wholeWith(shownSteps, steps, pending) : wholeRecipe(steps));
  return {
    route,
    screen,
    state,
    ready,
    animation: shown && { ...shown, firstFrame, setFirstFrame: (on) => setStillSource(on ? sourceId : undefined) },
    missing: ready ? undefined : t('core:errors.imageRequired'),
    openFile,
    openFiles,
    openSaved,
    openSample: () => void openSample(),
    historyActions,
    turnActions,
    exportActions: (declared, { encoding: common, chosen: main, pending } = {}) => {
      // The format converter's own fields replace the export settings of the recipe.
      const asked = closingStep || declared.length === 0 ? undefined : exportOf(recipeWith(pending));
      const own = asked && (keepsAnimation || isStill(asked.format)) ? asked : undefined;
      const formats = own ? [own.format, ...declared.filter((each) => each !== own.format)] : declared;
      const chosen = main && (own?.format ?? main);
      const encodingFor = (format: OutputFormat) => ({ ...(format === own?.format ? own : common), ...still, format });
      return [
        ...(formats.length > 0 && keepsAnimation ? withAnimations(formats) : formats).map((format) => ({
          id: `download-${format}`,
          label: t(DOWNLOAD_LABELS[format]),
          icon: Download,
          short: formatName(format),
          look: ready && format === chosen ? ('primary' as const) : undefined,
          run: () => void committed(pending, () => screen.download(encodingFor(format))),
          disabled: !ready,
        })),
        ...(chosen ? [chosen] : formats.slice(0, 1))
          .filter(() => canShare)
          .map((format) => ({
            id: 'share',
            label: t('common.share'),
            icon: Share2,
            iconOnly: true,
            run: () => void committed(pending, () => screen.share(encodingFor(format))),
            disabled: !ready,
          })),
        {
          id: 'save',
          label: t('common.saveForLater'),
          icon: Bookmark,
          iconOnly: true,
          run: () => void committed(pending, () => screen.save(undefined, firstFrame)),
          disabled: !ready,
        },
        {
          id: 'copy-image',
          label: t('common.copyImage'),
          icon: Copy,
          iconOnly: true,
          run: () => void screen.copy(undefined, pending?.commit()),
          disabled: !ready,
        },
      ];
    },
    continueActions: (own) => {
      work.current = own;
      return continueActions(ready);
    },
    recipeWith,
    imageWith: (pending) => state.image && { source: state.image.source.id, steps: recipeWith(pending) },
    recipeActions: (pending, cropBy) => {
      const steps = recipeWith(pending);
      const recipe = closingStep ? [...steps, closingStep] : steps;
      const portable = () => openBatchOf(screen, route)?.portable(recipe, cropBy) ?? recipe;
      work.current = { recipe: portable, cropBy, ...(!pending?.isProposal && { commit: pending?.commit }) };
      return copyActions({
        recipe: portable,
        command: () => commandForRecipe(portable(), state.image?.source.name),
        disabled: recipe.length === 0,
        paste: () => pasteRecipe((pasted) => screen.apply(...pasted)),
        pasteDisabled: !ready || !state.idle,
      }).concat(continueActions(ready));
    },
  };
}

const isStill = (format: OutputFormat) => stillFormats.some((each) => each === format);

const withAnimations = (formats: readonly OutputFormat[]) =>
  outputFormats.filter((each) => formats.includes(each) || each === 'gif' || each === 'mp4');

/** Adds unapplied steps at the end of the recipe or, while a step is being edited, at that step's position. */
const wholeWith = (shown: Recipe, steps: EditSteps, { recipe }: PendingWork): Recipe =>
  recipe.slice(0, shown.length).every((step, index) => step === shown[index])
    ? wholeRecipe(withSteps(steps, recipe.slice(shown.length)))
    : wholeRecipe(revised(steps, recipe));

export async function committed(pending: PendingWork | undefined, goOn: () => Promise<void>): Promise<void> {
  if (!pending || (await pending.commit())) await goOn();
}

import { baseName } from '#core/base/files.ts';
import type { Size } from '#core/geometry/point.ts';
import type { OperationId } from '#core/operations/index.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { recipeByFractions } from '#core/recipes/refit.ts';
import type { BarAction } from '../../parts/screen/ActionBar.tsx';
import type { Action } from '../../state/actions.ts';
import { useOpenBatches } from '../../state/batch/open-batches.ts';
import { type GeneratedFormat, useGenerated } from '../../state/generated.ts';
import type { PastedStep } from '../../state/paste-recipe.ts';
import type { TabDocument } from '../../state/tab-document.ts';
import { BLANK_NAME } from './BlankBackgroundSource.tsx';
import { commandOnSource, onBackground } from './background-recipe.ts';
import { useHasRows } from './batch/use-rows.ts';
import { useDownloadAs } from './card/use-download-as.tsx';
import { useCopyActions, useDocumentHistory, useGenerateActions } from './common-actions.ts';
import { useDrawnStep } from './drawn-step.ts';
import type { PictureTool } from './picture-tool.ts';

/** `holiday.jpg` → `holiday.with_text`, whatever was drawn on it. */
const drawnName = (source: string): string => `${baseName(source)}.with_text`;

/** `holiday.jpg` → `holiday.with_text.png`. */
export const drawingName = (source: string, format: GeneratedFormat | 'svg'): string =>
  `${drawnName(source)}.${format}`;

/** What is done to a picture, and what is drawn over it; nothing where that cannot be. */
export const withDrawn = (recipe: Recipe, drawn: Recipe | undefined): Recipe | undefined =>
  drawn && [...recipe, ...drawn];

interface DrawingOptions<Item> {
  readonly tool: PictureTool;
  /** Which operation draws it. */
  readonly operation: OperationId;
  /** What a step of it puts on the tabs of a picture. */
  readonly tabsOf: (step: PastedStep, size: Size) => readonly Item[];
  /** What is drawn over the picture, on tabs. */
  readonly document: TabDocument<Item>;
  /** Changes with whatever changes the drawing: a file that was generated before is then of an earlier one. */
  readonly version: string;
  /** The steps as the picture worker takes them, or nothing where there are none and the visitor has seen why. */
  readonly steps: () => Recipe | undefined;
  /** The steps for a recipe file, beside which the files lie that they name. */
  readonly recipe: () => Recipe;
}

interface Drawing {
  /** The picture's name, which the files are named by. */
  readonly name: string;
  readonly files: ReturnType<typeof useGenerated>[0];
  readonly addFile: (format: GeneratedFormat, blob: Blob | undefined) => void;
  /** Undo and Redo, what is generated, and Save for later. */
  readonly groups: (options?: { disabled?: boolean; more?: readonly BarAction[] }) => readonly (readonly BarAction[])[];
  readonly copies: (options: { disabled: boolean; paste: () => unknown }) => readonly Action[];
  /** "Download as…", and its dialog. */
  readonly downloadAs: ReturnType<typeof useDownloadAs>;
}

/** How what lies over a picture is exported: as a file, for another tool, as a recipe and as a command. */
export function useDrawing<Item>(options: DrawingOptions<Item>): Drawing {
  const { tool, document, version, steps, recipe } = options;
  const generateActions = useGenerateActions();
  const copyActions = useCopyActions();
  const historyActions = useDocumentHistory(tool, document);
  const { session, state } = tool;
  const source = state.picture?.source;
  const name = source?.name ?? BLANK_NAME;
  const [files, add] = useGenerated(state.picture?.version, version);
  const addFile = (format: GeneratedFormat, blob: Blob | undefined) => {
    if (blob) add({ format, name: drawingName(name, format), blob });
  };
  const generate = async (format: 'jpg' | 'png') => {
    const drawn = steps();
    if (drawn) addFile(format, await session.generate(drawn, { format }));
  };
  const save = async () => {
    const drawn = steps();
    if (drawn) await session.save(drawn);
  };
  // What is made already is the thing to press.
  const isMade = files.some((file) => !file.isStale);
  const apply = useDrawnStep(options);
  const downloadAs = useDownloadAs({
    session,
    picture: () => {
      const drawn = steps();
      return drawn && session.pictureWith(drawn);
    },
    sourceBytes: state.picture?.sourceBytes,
    download: (encoding) => {
      const drawn = steps();
      if (drawn) void session.download(encoding, { steps: drawn, name: drawnName(name) });
    },
    disabled: !tool.ready,
  });
  const asIfMade = (action: BarAction): BarAction => (isMade || apply ? { ...action, look: 'secondary' } : action);
  const hasRows = useHasRows(session.tool);
  const isMany = useOpenBatches(({ batches }) => batches.has(session.tool)) && !hasRows;
  const info = state.picture?.info;
  const wholeRecipe = () => {
    const own = onBackground(recipe(), source);
    return isMany && info ? recipeByFractions(own, info) : own;
  };
  return {
    name,
    files,
    addFile,
    downloadAs,
    groups: ({ disabled, more = [] } = {}) => [
      ...(apply ? [[apply]] : []),
      historyActions,
      [...generateActions(generate, disabled).map(asIfMade), ...more],
      tool.exportActions([]).map((action) => ({ ...action, run: () => void save() })),
    ],
    copies: ({ disabled, paste }) =>
      copyActions({
        recipe: wholeRecipe,
        command: () => commandOnSource(wholeRecipe(), source, drawingName(name, 'png')),
        disabled,
        paste,
      }).concat(tool.continueActions({ recipe: wholeRecipe, own: () => (recipe().length > 0 ? steps() : []) })),
  };
}

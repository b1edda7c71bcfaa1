import { useRef } from 'react';
import { FudebakoError } from '#core/base/errors.ts';
import type { ImageFormat } from '#core/image/codecs/encode.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { MAX_TEXT_LENGTH } from '#core/text/prepare.ts';
import { MissingGlyphs } from '../../parts/fonts/MissingGlyphs.tsx';
import { ActionBar } from '../../parts/screen/ActionBar.tsx';
import { GeneratedFiles } from '../../parts/screen/GeneratedFiles.tsx';
import { StatusLine } from '../../parts/screen/StatusLine.tsx';
import { showError } from '../../state/errors.ts';
import { useGenerated } from '../../state/generated.ts';
import { useOwnFonts } from '../../state/own-fonts.ts';
import { pasteStep } from '../../state/paste-recipe.ts';
import { BLANK_NAME, NO_PICTURE } from '../common/BlankBackgroundSource.tsx';
import { openPastedBackground } from '../common/background-recipe.ts';
import { useCopyActions, useDocumentHistory, useGenerateActions } from '../common/common-actions.ts';
import type { PictureTool } from '../common/picture-tool.ts';
import { findTextsProblem, isDrawn, textDocument, useTabName } from './document.ts';
import { commandOf, outputName, pasteTexts, recipeOf, workerSteps } from './export.ts';
import { useTextReports } from './reports.ts';

/** What can be done with picture and texts, and what is to be known before. */
export function TextActions({ tool }: { tool: PictureTool }) {
  const generateActions = useGenerateActions();
  const copyActions = useCopyActions();
  const { session, state, ready } = tool;
  const history = textDocument.use((document) => document.history);
  const fonts = useOwnFonts((store) => store.fonts);
  const texts = history.present;
  const name = state.picture?.source.name ?? BLANK_NAME;
  const [generated, addGenerated] = useGenerated(state.picture?.version, JSON.stringify(texts));
  const hasTexts = texts.some(isDrawn);

  const wrong = findTextsProblem(texts);
  /** Does something with the texts as they are written, or says why they cannot be, where it can be mended. */
  const withTexts = async (use: (steps: Recipe) => Promise<void>) => {
    if (!wrong) return use(workerSteps(texts, fonts));
    textDocument.openTab(wrong.index);
    showError(new FudebakoError(wrong.problem, { max: MAX_TEXT_LENGTH }));
  };
  const generate = (format: ImageFormat) =>
    withTexts(async (steps) => {
      const blob = await session.generate(steps, { format });
      if (blob) addGenerated({ format, name: outputName(name, format), blob });
    });
  const historyActions = useDocumentHistory(tool, textDocument);
  return (
    <>
      {ready && <GlyphNotices />}
      <ActionBar
        groups={[
          historyActions,
          generateActions(generate, !ready),
          tool
            .exportActions([])
            .map((action) => ({ ...action, run: () => void withTexts((steps) => session.save(steps)) })),
        ]}
        waiting={!state.idle}
        more={copyActions({
          recipe: () => recipeOf(texts, fonts, state.picture?.source),
          command: () => commandOf(texts, fonts, state.picture?.source),
          disabled: !hasTexts || wrong !== undefined || !ready,
          paste: () =>
            pasteStep('write-texts', async (step) => {
              await openPastedBackground(step, session);
              const { picture } = session.use.getState();
              textDocument.changeAll(pasteTexts(step, picture?.info ?? NO_PICTURE));
            }),
        })}
      >
        {generated.length > 0 && <GeneratedFiles files={generated} />}
        <StatusLine session={session} />
      </ActionBar>
    </>
  );
}

/** What fonts lack, as it is between compositions: half a word is not yet what will be written. */
function GlyphNotices() {
  const tabName = useTabName();
  const latest = useTextReports((store) => store.reports);
  const composes = textDocument.use(
    ({ draft, history, active }) => draft !== undefined && draft.text !== history.present[active]?.text,
  );
  const settled = useRef(latest);
  if (!composes) settled.current = latest;
  const reports = settled.current;
  return (
    <MissingGlyphs
      reports={reports}
      nameOf={tabName}
      onUse={(index, fontFamily) => {
        const text = textDocument.use.getState().history.present[index];
        if (text) textDocument.changeTab(index, { ...text, fontFamily });
      }}
    />
  );
}

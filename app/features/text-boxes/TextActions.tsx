import { useRef } from 'react';
import { FudebakoError } from '#core/base/errors.ts';
import { MAX_TEXT_LENGTH } from '#core/text/prepare.ts';
import { MissingGlyphs } from '../../parts/fonts/MissingGlyphs.tsx';
import { ActionBar } from '../../parts/screen/ActionBar.tsx';
import { GeneratedFiles } from '../../parts/screen/GeneratedFiles.tsx';
import { StatusLine } from '../../parts/screen/StatusLine.tsx';
import { showError } from '../../state/errors.ts';
import { fontFileNames, fontReferences, useOwnFonts } from '../../state/own-fonts.ts';
import { pasteStep } from '../../state/paste-recipe.ts';
import { NO_PICTURE } from '../common/BlankBackgroundSource.tsx';
import { openPastedBackground } from '../common/background-recipe.ts';
import { useDrawing } from '../common/drawing.ts';
import type { PictureTool } from '../common/picture-tool.ts';
import { findTextsProblem, isDrawn, textDocument, useTabName } from './document.ts';
import { pasteTexts, stepsOf } from './export.ts';
import { useTextReports } from './reports.ts';

/** What can be done with picture and texts, and what is to be known before. */
export function TextActions({ tool }: { tool: PictureTool }) {
  const { session, state, ready } = tool;
  const texts = textDocument.use((document) => document.history.present);
  const fonts = useOwnFonts((store) => store.fonts);
  const problem = findTextsProblem(texts);
  const drawing = useDrawing({
    tool,
    document: textDocument,
    version: JSON.stringify(texts),
    recipe: () => stepsOf(texts, fonts, fontFileNames),
    steps: () => {
      if (!problem) return stepsOf(texts, fonts, fontReferences);
      // Where it can be mended.
      textDocument.openTab(problem.index);
      showError(new FudebakoError(problem.problem, { max: MAX_TEXT_LENGTH }));
      return undefined;
    },
  });
  return (
    <>
      {ready && <GlyphNotices />}
      <ActionBar
        groups={drawing.groups({ disabled: !ready })}
        waiting={!state.idle}
        more={drawing.copies({
          disabled: !texts.some(isDrawn) || problem !== undefined || !ready,
          paste: () =>
            pasteStep('write-texts', async (step) => {
              await openPastedBackground(step, session);
              const { picture } = session.use.getState();
              textDocument.changeAll(pasteTexts(step, picture?.info ?? NO_PICTURE));
            }),
        })}
      >
        {drawing.files.length > 0 && <GeneratedFiles files={drawing.files} />}
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

import { useRef } from 'react';
import { MissingGlyphs } from '../../parts/fonts/MissingGlyphs.tsx';
import { ActionBar } from '../../parts/screen/ActionBar.tsx';
import { GeneratedFiles } from '../../parts/screen/GeneratedFiles.tsx';
import { StatusLine } from '../../parts/screen/StatusLine.tsx';
import type { Action } from '../../state/actions.ts';
import { fontFileNames, useOwnFonts } from '../../state/own-fonts.ts';
import { pasteStep } from '../../state/paste-recipe.ts';
import { NO_PICTURE } from '../common/BlankBackgroundSource.tsx';
import { openPastedBackground } from '../common/background-recipe.ts';
import { useHasRows } from '../common/batch/use-rows.ts';
import { useDrawing } from '../common/drawing.ts';
import type { PictureTool } from '../common/picture-tool.ts';
import { pastedNotation, useTextNotation } from '../common/text-notation.ts';
import { findTextsProblem, isDrawn, textDocument, useTabName } from './document.ts';
import { pasteTexts, rowBase, stepsNow, stepsOf } from './export.ts';
import { useTextReports } from './reports.ts';

export function TextActions({ tool, tables }: { tool: PictureTool; tables: readonly Action[] }) {
  const hasRows = useHasRows(tool.session.tool);
  const { session, state, ready } = tool;
  const texts = textDocument.use((document) => document.history.present);
  const fonts = useOwnFonts((store) => store.fonts);
  const problem = findTextsProblem(texts);
  const [notation, setNotation] = useTextNotation(session.tool);
  const drawing = useDrawing({
    tool,
    document: textDocument,
    operation: 'write-texts',
    tabsOf: (step, size) => {
      setNotation(pastedNotation(step.params));
      return pasteTexts(step, size);
    },
    version: JSON.stringify([texts, notation]),
    recipe: () => (hasRows ? rowBase(texts, fontFileNames) : stepsOf(texts, fonts, fontFileNames)),
    steps: stepsNow,
  });
  return (
    <>
      {ready && <GlyphNotices />}
      <ActionBar
        groups={drawing.groups({ disabled: !ready })}
        waiting={!state.idle}
        missing={tool.missing}
        more={[
          ...drawing.downloadAs.actions,
          ...drawing.copies({
            disabled: !(hasRows || texts.some(isDrawn)) || problem !== undefined || !ready,
            paste: () =>
              pasteStep('write-texts', async (step) => {
                await openPastedBackground(step, session);
                setNotation(pastedNotation(step.params));
                const { picture } = session.use.getState();
                textDocument.changeAll(pasteTexts(step, picture?.info ?? NO_PICTURE));
              }),
          }),
          ...tables,
        ]}
      >
        <StatusLine session={session}>
          {drawing.files.length > 0 && <GeneratedFiles files={drawing.files} />}
        </StatusLine>
        {drawing.downloadAs.dialog}
      </ActionBar>
    </>
  );
}

/** Reports missing glyphs, except during IME composition. */
function GlyphNotices() {
  const tabName = useTabName();
  const latest = useTextReports((store) => store.reports);
  const composes = textDocument.use(
    ({ draft, history, active }) => draft !== undefined && draft.text !== history.present[active]?.text,
  );
  const committed = useRef(latest);
  if (!composes) committed.current = latest;
  const reports = committed.current;
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

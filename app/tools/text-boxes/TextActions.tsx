import { useRef } from 'react';
import { useHasRows, useRowSteps } from '../../batch/use-rows.ts';
import { NO_IMAGE } from '../../image-tool/BlankBackgroundSource.tsx';
import { openPastedBackground } from '../../image-tool/background-recipe.ts';
import { DrawingBar } from '../../image-tool/DrawingBar.tsx';
import { useDrawing } from '../../image-tool/drawing.ts';
import type { ImageTool } from '../../image-tool/image-tool.ts';
import { parseNotation } from '../../image-tool/text-notation.ts';
import { pastedOn, pasteStep } from '../../recipes/paste-recipe.ts';
import type { Action } from '../../ui/actions.ts';
import { MissingGlyphs } from '../../ui/fonts/MissingGlyphs.tsx';
import { fontFileNames, fontReferences, useOwnFonts } from '../../ui/fonts/own-fonts.ts';
import { findTextsProblem, isDrawn, textDocument, useTabName } from './document.ts';
import { pasteTexts, rowBase, stepsNow, stepsOf } from './export.ts';
import { useTextReports } from './reports.ts';

export function TextActions({ tool, tables }: { tool: ImageTool; tables: readonly Action[] }) {
  const hasRows = useHasRows(tool.route);
  const { screen, ready } = tool;
  const texts = textDocument.use((state) => state.items);
  const fonts = useOwnFonts((store) => store.fonts);
  const problem = findTextsProblem(texts);
  const notation = textDocument.use((state) => state.notation);
  const version = JSON.stringify([texts, notation]);
  const rowSteps = useRowSteps(tool.route, () => rowBase(texts, fontReferences), version);
  const drawing = useDrawing({
    tool,
    document: textDocument,
    tabsOf: pasteTexts,
    versionOf: () => (rowSteps ? JSON.stringify(rowSteps) : version),
    hasProblem: problem !== undefined || hasRows,
    recipe: () => (hasRows ? rowBase(texts, fontFileNames) : stepsOf(texts, fonts, fontFileNames)),
    steps: () => rowSteps ?? stepsNow(),
  });
  return (
    <>
      {ready && <GlyphNotices />}
      <DrawingBar
        tool={tool}
        drawing={drawing}
        groups={drawing.groups({ disabled: !ready })}
        more={[
          ...drawing.downloadAs.actions,
          ...drawing.copies({
            disabled: !(hasRows || texts.some(isDrawn)) || problem !== undefined || !ready,
            paste: () =>
              pasteStep('write-texts', async (step) => {
                await openPastedBackground(step, screen);
                const size = screen.use.getState().image?.info ?? NO_IMAGE;
                textDocument.changeAll(pasteTexts(await pastedOn(step, size), size), parseNotation(step.params));
              }),
          }),
          ...tables,
        ]}
      />
    </>
  );
}

/** Reports missing glyphs, but not while an input method composes text. */
function GlyphNotices() {
  const tabName = useTabName();
  const latest = useTextReports((store) => store.reports);
  const composes = textDocument.use(
    ({ draft, items, active }) => draft !== undefined && draft.text !== items[active]?.text,
  );
  const committed = useRef(latest);
  if (!composes) committed.current = latest;
  const reports = committed.current;
  return (
    <MissingGlyphs
      reports={reports}
      nameOf={tabName}
      onUse={(index, fontFamily) => {
        const text = textDocument.use.getState().items[index];
        if (text) textDocument.changeTab(index, { ...text, fontFamily });
      }}
    />
  );
}

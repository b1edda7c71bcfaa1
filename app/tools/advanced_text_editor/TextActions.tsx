import { ImageDown } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { canRedo, canUndo } from '#core/history.ts';
import type { ImageFormat } from '#core/image/encode.ts';
import { ActionBar, type BarAction } from '../../parts/ActionBar.tsx';
import { GeneratedFiles } from '../../parts/GeneratedFiles.tsx';
import { MissingGlyphs } from '../../parts/MissingGlyphs.tsx';
import { StatusLine } from '../../parts/StatusLine.tsx';
import { useGenerated } from '../../state/generated.ts';
import { useOwnFonts } from '../../state/own-fonts.ts';
import { copyText, type PictureTool } from '../picture-tool.ts';
import { isDrawn, textDocument, useTabName } from './document.ts';
import { commandOf, outputName, recipeOf, studioSteps } from './export.ts';
import { useTextReports } from './reports.ts';

const BLANK_NAME = 'blank.png';

/** What can be done with picture and texts, and what is to be known before. */
export function TextActions({ tool }: { tool: PictureTool }) {
  const { t } = useTranslation();
  const { workbench, state, ready } = tool;
  const history = textDocument.use((document) => document.history);
  const fonts = useOwnFonts((store) => store.fonts);
  const texts = history.present;
  const name = state.picture?.source.name ?? BLANK_NAME;
  const [generated, addGenerated] = useGenerated(`${state.picture?.version} ${JSON.stringify(texts)}`);
  const hasTexts = texts.some(isDrawn);

  const generate = async (format: ImageFormat) => {
    const blob = await workbench.generate(studioSteps(texts, fonts), { format });
    if (blob) addGenerated(blob, { format, name: outputName(name, format) });
  };
  const generateAction = (format: 'jpg' | 'png'): BarAction => ({
    id: `generate-${format}`,
    label: t(format === 'jpg' ? 'common.generateJpg' : 'common.generatePng'),
    icon: ImageDown,
    look: format === 'png' ? 'primary' : 'secondary',
    run: () => void generate(format),
    disabled: !ready,
  });
  const historyActions = tool.historyActions.map(
    (action): BarAction =>
      action.id === 'undo'
        ? { ...action, run: textDocument.undo, disabled: !canUndo(history) }
        : { ...action, run: textDocument.redo, disabled: !canRedo(history) },
  );
  return (
    <>
      {ready && <GlyphNotices />}
      <ActionBar
        groups={[
          historyActions,
          [generateAction('jpg'), generateAction('png')],
          tool
            .exportActions([])
            .map((action) => ({ ...action, run: () => void workbench.save(studioSteps(texts, fonts)) })),
        ]}
        waiting={!state.idle}
        more={[
          {
            id: 'copy-recipe',
            label: t('common.copyRecipe'),
            run: () => void copyText(JSON.stringify(recipeOf(texts, fonts), null, 2)),
            disabled: !hasTexts,
          },
          {
            id: 'copy-command',
            label: t('common.copyCommand'),
            run: () => state.picture && void copyText(commandOf(texts, fonts, state.picture.source)),
            disabled: !hasTexts || !ready,
          },
        ]}
      >
        {generated.length > 0 && <GeneratedFiles files={generated} />}
        <StatusLine workbench={workbench} />
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

import { ImageDown } from 'lucide-react';
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
import { isDrawn, tabName, textDocument } from './document.ts';
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
            run: () => void copyText(commandOf(texts, fonts, name)),
            disabled: !hasTexts,
          },
        ]}
      >
        {generated.length > 0 && <GeneratedFiles files={generated} />}
        <StatusLine workbench={workbench} />
      </ActionBar>
    </>
  );
}

function GlyphNotices() {
  const reports = useTextReports((store) => store.reports);
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

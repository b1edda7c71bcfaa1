import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { poemSheetFields } from '#core/image/blank.ts';
import { addOwnFont, isFontFile, restoreOwnFonts } from '../../state/own-fonts.ts';
import { PictureScreen } from '../PictureScreen.tsx';
import { usePictureTool } from '../picture-tool.ts';
import { SheetSource } from '../SheetSource.tsx';
import { PoemActions } from './PoemActions.tsx';
import { PoemPanel } from './PoemPanel.tsx';
import { PoemStage } from './PoemStage.tsx';
import { PoemTexts } from './PoemTexts.tsx';
import type { PoemKind } from './poem-kind.ts';
import './poem-editor.css';

/**
 * A poem and its author on a picture: the picture is the workbench's, the texts are `document.ts`'s.
 * Nothing here depends on the texts, so that a letter that is typed draws only what shows it.
 */
export function PoemEditor({ kind }: { kind: PoemKind }) {
  const { t } = useTranslation();
  const tool = usePictureTool(kind.route, { history: kind.document });
  const size = tool.state.picture?.info;

  useEffect(() => void restoreOwnFonts(), []);

  const openFile = (file: File) => void (isFontFile(file) ? openFont(kind, file) : tool.openFile(file));
  const openSample = () => {
    tool.openSample();
    const [main, author] = kind.document.use.getState().history.present;
    if (!main || !author || main.text.trim() !== '' || author.text.trim() !== '') return;
    const words = { main: t(`${kind.route}.sample.main`), author: t(`${kind.route}.sample.author`) };
    kind.document.changeAll([
      { ...main, text: words.main },
      { ...author, text: words.author },
    ]);
  };
  return (
    <PictureScreen
      tool={{ ...tool, openFile, openSample }}
      title={t(`core:operations.${kind.operation.id}.name`)}
      lead={t(`${kind.route}.summary`)}
      source={
        <>
          <SheetSource name={kind.route} tool={tool} sheetFields={poemSheetFields} />
          <PoemTexts kind={kind} />
        </>
      }
      overlay={(view) => size && <PoemStage kind={kind} size={size} view={view} />}
      actions={<PoemActions kind={kind} tool={tool} />}
      panel={<PoemPanel kind={kind} />}
    />
  );
}

/** A font that is dropped on the screen is added, and the open text is set in it. */
async function openFont({ document }: PoemKind, file: File): Promise<void> {
  const fontFamily = await addOwnFont(file);
  const { active, history } = document.use.getState();
  const style = history.present[active]?.style;
  if (fontFamily && style) document.patchActive({ style: { ...style, fontFamily } });
}

import { ImagePlus } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { textPageBackgroundFields } from '#core/image/blank.ts';
import { useHasRows, useRows } from '../../batch/use-rows.ts';
import { isBackdrop } from '../../desk/shown-image.ts';
import { withDrawn } from '../../image-tool/drawing.ts';
import { ImageScreen } from '../../image-tool/ImageScreen.tsx';
import { useImageTool } from '../../image-tool/image-tool.ts';
import { useImageSample } from '../../image-tool/readable-color.ts';
import { useLiveBackground } from '../../image-tool/use-live-background.ts';
import { withFontFiles } from '../../image-tool/with-font-files.ts';
import { ACCEPTED_IMAGES } from '../../ui/accepted-images.ts';
import { Button } from '../../ui/Button.tsx';
import { addOwnFont, fontReferences, restoreOwnFonts, useOwnFonts } from '../../ui/fonts/own-fonts.ts';
import { useRoomyStage } from '../../ui/large-screen.ts';
import { FileButton } from '../../ui/screen/FileButton.tsx';
import { useTypingStart } from '../../ui/stage/typing.ts';
import { animationCaptions } from './animation.ts';
import { animationAudio } from './animation-audio.ts';
import { animationParams } from './animation-settings.ts';
import { useTextPageNow } from './drawn-texts.ts';
import { stepsNow, stepsOf } from './export.ts';
import { defaultStyle } from './initial-style.ts';
import { nextSample } from './next-sample.ts';
import { RevealButton } from './RevealButton.tsx';
import { showFinished, useReveal } from './reveal.ts';
import { TextPageActions } from './TextPageActions.tsx';
import { TextPagePanel } from './TextPagePanel.tsx';
import { TextPageStage } from './TextPageStage.tsx';
import { TextPageTexts } from './TextPageTexts.tsx';
import { type PageText, pageParts } from './text-page.ts';
import type { TextPageKind } from './text-page-kind.ts';
import { WatermarkSwitch } from './WatermarkSwitch.tsx';
import './text-page.css';

const FinishedVideoStage = lazy(async () => ({
  default: (await import('../video-maker/FinishedVideoStage.tsx')).FinishedVideoStage,
}));

/** Does not subscribe to the texts, so typing re-renders only the parts that show the text. */
export function TextPageEditor({ kind }: { kind: TextPageKind }) {
  const { t } = useTranslation(['app', 'stage']);
  const pageNow = useTextPageNow(kind);
  const baseNow = () => stepsOf(kind, pageNow(), useOwnFonts.getState().fonts, fontReferences);
  const { openTableFile, actions: tables } = useRows(kind.route, baseNow);
  const imageTool = useImageTool(kind.route, { drawn: kind.document, batches: true, openTableFile });
  const hasRoom = useRoomyStage();

  const { document, look } = kind;
  const recolor = useCallback(
    () => document.retouch((part, tab) => look.colors[tab]?.follow(part, part) ?? part),
    [document, look],
  );
  const isEmpty = document.use(({ items }) => items.every(({ text }) => text.trim() === ''));
  const hasRows = useHasRows(kind.route);
  const blank = {
    name: kind.route,
    fields: textPageBackgroundFields,
    isLive: true,
    invites: hasRoom && isEmpty && !hasRows,
  };
  const tool = useLiveBackground(imageTool, blank, document);
  const size = tool.state.image?.info;
  const source = tool.state.image?.source;
  const paper = source && 'blank' in source ? source.blank.color : undefined;
  const isPaper = isEmpty && !hasRows && isBackdrop(source);
  useTypingStart(isPaper ? kind.type : undefined);
  useImageSample(tool.screen, look.colors, recolor);

  useEffect(() => void restoreOwnFonts(), []);

  const openSample = () => {
    tool.openSample();
    const [main, author] = kind.document.use.getState().items;
    if (!main || !author) return;
    const samples = kind.samples.map(({ main, author }) => ({
      main: t(main.text),
      author: t(author.text),
      looks: [main.look, author.look],
    }));
    const texts = { main: main.text.trim(), author: author.text.trim() };
    const next = nextSample(samples, texts);
    if (!next) return;
    const begin = (part: PageText, tab: number, text: string) => {
      // A sample text that replaces another sample text also replaces the settings.
      const style = part.text.trim() === '' ? part.style : defaultStyle(kind.fields[pageParts[tab] ?? 'main']);
      return kind.look.begin({ text, style }, tab, next.looks[tab]);
    };
    kind.document.changeAll([begin(main, 0, next.main), begin(author, 1, next.author)]);
  };
  // On phones, the text field comes directly below the stage, and the stage's tools below the field. While the page is
  // empty, ways to begin take their place.
  const stageTools =
    isPaper && !hasRoom ? (
      <>
        <Button look="quiet" size="small" onClick={openSample} disabled={!tool.state.idle}>
          {t('common.trySample')}
        </Button>
        <FileButton
          accept={ACCEPTED_IMAGES}
          onFile={tool.openFile}
          onFiles={tool.openFiles}
          icon={ImagePlus}
          iconOnly
          look="quiet"
        >
          {t('common.openImage')}
        </FileButton>
      </>
    ) : (
      size && (
        <>
          {!isPaper && <RevealButton kind={kind} />}
          <WatermarkSwitch kind={kind} iconOnly={isPaper} />
        </>
      )
    );
  return (
    <ImageScreen
      tool={withFontFiles({ ...tool, openSample }, (file) => openFont(kind, file))}
      batch={{
        recipe: () => withDrawn(tool.recipeWith(), stepsNow(kind, pageNow())),
        rowBase: () => [...tool.recipeWith(), ...baseNow()],
        animation: {
          operation: kind.animation.id,
          settings: (format) => ({
            params: animationParams(kind.route, format),
            audio: animationAudio()?.file,
            captions: animationCaptions(kind.route, format),
          }),
        },
      }}
      blank={blank}
      tabs={<TextPageTexts kind={kind} tools={!hasRoom && stageTools} />}
      overlay={(view) => size && <TextPageStage {...{ kind, size, view, isEmpty: isPaper, paper }} />}
      stageTools={hasRoom && stageTools}
      cover={<FinishedAnimation />}
      actions={<TextPageActions kind={kind} tool={tool} tables={tables} />}
      panel={<TextPagePanel kind={kind} />}
    />
  );
}

function FinishedAnimation() {
  const finished = useReveal((state) => state.finished);
  if (!finished) return null;
  return (
    <Suspense>
      <FinishedVideoStage video={finished} plays hide={() => showFinished(undefined)} />
    </Suspense>
  );
}

async function openFont({ document }: TextPageKind, file: File): Promise<void> {
  const fontFamily = await addOwnFont(file);
  const { active, items } = document.use.getState();
  const style = items[active]?.style;
  if (fontFamily && style) document.patchActive({ style: { ...style, fontFamily } });
}

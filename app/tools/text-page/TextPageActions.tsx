import { Clapperboard } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FudebakoError } from '#core/base/errors.ts';
import { type AnimationFormat, animationFormats } from '#core/text/animation/formats.ts';
import { MAX_TEXT_LENGTH } from '#core/text/prepare.ts';
import { useHasRows, useRowSteps } from '../../batch/use-rows.ts';
import { DrawingBar } from '../../image-tool/DrawingBar.tsx';
import { drawingName, useDrawing } from '../../image-tool/drawing.ts';
import type { ImageTool } from '../../image-tool/image-tool.ts';
import { showError } from '../../notices/error-queue.ts';
import type { Action } from '../../ui/actions.ts';
import { copyText, readClipboard } from '../../ui/copy.ts';
import { MissingGlyphs } from '../../ui/fonts/MissingGlyphs.tsx';
import { fontFileNames, fontReferences, useOwnFonts } from '../../ui/fonts/own-fonts.ts';
import type { BarAction } from '../../ui/screen/ActionBar.tsx';
import { animateTextPage } from './animation.ts';
import { useAnimationAudio } from './animation-audio.ts';
import { useAnimationSettings } from './animation-settings.ts';
import { findTextPageProblem, useTextPage, useWatermark } from './drawn-texts.ts';
import { pasteTextPage, stepsOf, styleJson } from './export.ts';
import { usePartName } from './part-name.ts';
import { showFinished } from './reveal.ts';
import { pageParts, type TextPage } from './text-page.ts';
import type { TextPageKind } from './text-page-kind.ts';

interface TextPageActionsProps {
  readonly kind: TextPageKind;
  readonly tool: ImageTool;
  readonly tables: readonly Action[];
}

export function TextPageActions({ kind, tool, tables }: TextPageActionsProps) {
  const { t } = useTranslation();
  const { screen, state, ready } = tool;
  const page = useTextPage(kind);
  const [, setWatermark] = useWatermark(kind);
  const fonts = useOwnFonts((store) => store.fonts);
  const steps = stepsOf(kind, page, fonts, fontReferences);
  const [timing] = useAnimationSettings(kind.route);
  const audio = useAnimationAudio();
  const hasRows = useHasRows(tool.route);
  const rowSteps = useRowSteps(kind.route, () => steps, JSON.stringify(steps));
  const drawn = rowSteps ?? steps;
  const drawnPage = rowSteps ? (rowSteps.at(-1)?.params as unknown as TextPage) : page;
  const problem = findTextPageProblem(drawnPage);
  const drawing = useDrawing({
    tool,
    document: kind.document,
    tabsOf: ({ params }) => {
      setWatermark(params.watermark === true);
      return pasteTextPage(kind, kind.document.fresh(), JSON.stringify({ params }));
    },
    versionOf: (format) => JSON.stringify(format in animationFormats ? [drawn, timing, audio?.file.name] : drawn),
    hasProblem: problem !== undefined || hasRows,
    recipe: () => stepsOf(kind, page, fonts, fontFileNames),
    steps: () => {
      if (!ready || !problem) return drawn;
      showError(new FudebakoError(problem, { max: MAX_TEXT_LENGTH }));
      return undefined;
    },
  });
  const [animating, setAnimating] = useState<AnimationFormat>();
  const animate = async (format: AnimationFormat) => {
    setAnimating(format);
    const blob = await screen.makeFile((base, job) => animateTextPage(kind, drawnPage, fonts, format, base, job));
    setAnimating(undefined);
    drawing.addFile(format, blob);
    if (blob && format === 'mp4') showFinished({ name: drawingName(drawing.name, format), blob });
  };
  // A change of the page shows the page again.
  const isFinished = drawing.files.some((file) => file.format === 'mp4' && !file.isStale);
  useEffect(() => {
    if (!isFinished) showFinished(undefined);
  }, [isFinished]);
  const cannotAnimate = !ready || problem !== undefined;
  const animation: BarAction = {
    id: 'generate-mp4',
    label: animating === 'mp4' ? t('common.generating') : t('common.generateMp4'),
    icon: Clapperboard,
    run: () => void animate('mp4'),
    disabled: cannotAnimate,
    busy: animating === 'mp4',
  };
  return (
    <>
      {ready && <GlyphNotices kind={kind} />}
      <DrawingBar
        tool={tool}
        drawing={drawing}
        groups={drawing.groups({ more: [animation] })}
        missing={tool.missing ?? (problem && t(`core:errors.${problem}`, { max: MAX_TEXT_LENGTH }))}
        more={[
          {
            id: 'generate-gif',
            label: t('common.generateGif'),
            run: () => void animate('gif'),
            disabled: cannotAnimate || !state.idle,
          },
          { id: 'copy-settings', label: t('common.copySettings'), run: () => void copyText(styleJson(page)) },
          { id: 'paste-settings', label: t('common.pasteSettings'), run: () => void pasteSettings(kind) },
          { id: 'reset', label: t('common.reset'), run: kind.document.resetActive },
          ...drawing.downloadAs.actions,
          ...drawing.copies({ disabled: problem !== undefined && !hasRows, paste: () => pasteSettings(kind) }),
          ...tables,
        ]}
      />
    </>
  );
}

async function pasteSettings(kind: TextPageKind): Promise<void> {
  try {
    const pasted = await readClipboard();
    kind.document.changeAll(pasteTextPage(kind, kind.document.use.getState().items, pasted));
  } catch (cause) {
    showError(cause instanceof FudebakoError ? cause : new FudebakoError('settingsPaste', {}, { cause }));
  }
}

function GlyphNotices({ kind }: { kind: TextPageKind }) {
  const nameOf = usePartName(kind);
  const reports = kind.useReports((store) => store.reports);
  return (
    <MissingGlyphs
      reports={reports}
      nameOf={(index) => nameOf(pageParts[index] ?? 'main')}
      onUse={(index, fontFamily) => {
        const text = kind.document.use.getState().items[index];
        if (text) kind.document.changeTab(index, { ...text, style: { ...text.style, fontFamily } });
      }}
    />
  );
}

import { Clapperboard } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FudebakoError } from '#core/base/errors.ts';
import type { ImageFormat } from '#core/image/codecs/encode.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import type { AnimationFormat } from '#core/text/animation/formats.ts';
import { MAX_TEXT_LENGTH } from '#core/text/prepare.ts';
import { MissingGlyphs } from '../../parts/fonts/MissingGlyphs.tsx';
import { ActionBar, type BarAction } from '../../parts/screen/ActionBar.tsx';
import { GeneratedFiles } from '../../parts/screen/GeneratedFiles.tsx';
import { StatusLine } from '../../parts/screen/StatusLine.tsx';
import { copyText, readClipboard } from '../../state/copy.ts';
import { showError } from '../../state/errors.ts';
import { useGenerated } from '../../state/generated.ts';
import { useOwnFonts } from '../../state/own-fonts.ts';
import { useCopyActions, useDocumentHistory, useGenerateActions } from '../common/common-actions.ts';
import type { PictureTool } from '../common/picture-tool.ts';
import { animateTextPage } from './animation.ts';
import { findTextPageProblem, useTextPage } from './document.ts';
import { commandOf, outputName, pasteTextPage, recipeOf, styleJson, workerSteps } from './export.ts';
import { usePartName } from './part-name.ts';
import { pageParts } from './text-page.ts';
import type { TextPageKind } from './text-page-kind.ts';

interface TextPageActionsProps {
  readonly kind: TextPageKind;
  readonly tool: PictureTool;
}

/** What can be done with picture and poem, and what is to be known before. */
export function TextPageActions({ kind, tool }: TextPageActionsProps) {
  const { t } = useTranslation();
  const generateActions = useGenerateActions();
  const copyActions = useCopyActions();
  const { session, state, ready } = tool;
  const poem = useTextPage(kind);
  const fonts = useOwnFonts((store) => store.fonts);
  const steps = workerSteps(kind, poem, fonts);
  const source = state.picture?.source;
  const [generated, addGenerated] = useGenerated(state.picture?.version, JSON.stringify(steps));
  const problem = findTextPageProblem(poem);
  const [animating, setAnimating] = useState<AnimationFormat>();

  /** Does something with the poem that has been written, or says why it cannot be. */
  const withTextPage = async (use: (steps: Recipe) => Promise<void>) => {
    if (ready && problem) showError(new FudebakoError(problem, { max: MAX_TEXT_LENGTH }));
    else await use(steps);
  };
  const generate = (format: ImageFormat) =>
    withTextPage(async (written) => {
      const blob = await session.generate(written, { format });
      if (blob && source) addGenerated({ format, name: outputName(source.name, format), blob });
    });
  const animation = async (format: AnimationFormat) => {
    setAnimating(format);
    const blob = await session.makeFile((ground, job) => animateTextPage(kind, poem, fonts, format, ground, job));
    setAnimating(undefined);
    if (blob && source) addGenerated({ format, name: outputName(source.name, format), blob });
  };
  const cannotAnimate = !ready || problem !== undefined;
  const animationAction: BarAction = {
    id: 'generate-mp4',
    label: animating === 'mp4' ? t('common.generating') : t('common.generateMp4'),
    icon: Clapperboard,
    run: () => void animation('mp4'),
    disabled: cannotAnimate,
    busy: animating === 'mp4',
  };
  const historyActions = useDocumentHistory(tool, kind.document);
  return (
    <>
      {ready && <GlyphNotices kind={kind} />}
      <ActionBar
        groups={[
          historyActions,
          [...generateActions(generate), animationAction],
          tool
            .exportActions([])
            .map((action) => ({ ...action, run: () => void withTextPage((written) => session.save(written)) })),
        ]}
        waiting={!state.idle}
        more={[
          {
            id: 'generate-gif',
            label: t('common.generateGif'),
            run: () => void animation('gif'),
            disabled: cannotAnimate || !state.idle,
          },
          { id: 'copy-settings', label: t('common.copySettings'), run: () => void copyText(styleJson(poem)) },
          { id: 'paste-settings', label: t('common.pasteSettings'), run: () => void pasteSettings(kind) },
          { id: 'reset', label: t('common.reset'), run: kind.document.resetActive },
          ...copyActions({
            recipe: () => recipeOf(kind, poem, fonts, source),
            command: () => commandOf(kind, poem, fonts, source),
            disabled: problem !== undefined,
            paste: () => pasteSettings(kind),
          }),
        ]}
      >
        {generated.length > 0 && <GeneratedFiles files={generated} />}
        <StatusLine session={session} />
      </ActionBar>
    </>
  );
}

async function pasteSettings(kind: TextPageKind): Promise<void> {
  try {
    const pasted = await readClipboard();
    kind.document.changeAll(pasteTextPage(kind, kind.document.use.getState().history.present, pasted));
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
        const text = kind.document.use.getState().history.present[index];
        if (text) kind.document.changeTab(index, { ...text, style: { ...text.style, fontFamily } });
      }}
    />
  );
}

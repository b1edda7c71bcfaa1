import './text-boxes.css';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import { normalizeBox } from '#core/geometry/box.ts';
import type { Size } from '#core/geometry/point.ts';
import { positions } from '#core/geometry/positions.ts';
import { writeTexts } from '#core/operations/write-texts.ts';
import { alignmentOf } from '#core/text/anchor.ts';
import { textBox } from '#core/text/compose.ts';
import { type AdvancedText, advancedText, pointsToPx } from '#core/text/settings.ts';
import { useHasRows, useRowSteps, useRows } from '../../batch/use-rows.ts';
import { isBackdrop } from '../../desk/shown-image.ts';
import { NO_IMAGE } from '../../image-tool/BlankBackgroundSource.tsx';
import { openPastedBackground } from '../../image-tool/background-recipe.ts';
import { DrawingBar } from '../../image-tool/DrawingBar.tsx';
import { useDrawing, withDrawn } from '../../image-tool/drawing.ts';
import { shownItem } from '../../image-tool/drawn-state.ts';
import { ImageScreen } from '../../image-tool/ImageScreen.tsx';
import { type ImageTool, useImageTool } from '../../image-tool/image-tool.ts';
import { LazyTextLooks as TextLooks } from '../../image-tool/LazyTextLooks.tsx';
import { useImageSample } from '../../image-tool/readable-color.ts';
import { lookStyle, type TextLookId, textLooks } from '../../image-tool/text-looks.ts';
import { parseNotation } from '../../image-tool/text-notation.ts';
import { useLiveBackground } from '../../image-tool/use-live-background.ts';
import { withFontFiles } from '../../image-tool/with-font-files.ts';
import { pastedOn, pasteStep } from '../../recipes/paste-recipe.ts';
import type { Action } from '../../ui/actions.ts';
import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import { FirstFields } from '../../ui/fields/FirstFields.tsx';
import { insideImage, ParameterFields } from '../../ui/fields/ParameterFields.tsx';
import { PositionPad } from '../../ui/fields/PositionPad.tsx';
import { FontField, firstWords } from '../../ui/fonts/FontField.tsx';
import { MissingGlyphs } from '../../ui/fonts/MissingGlyphs.tsx';
import { addOwnFont, fontFileNames, fontReferences, restoreOwnFonts, useOwnFonts } from '../../ui/fonts/own-fonts.ts';
import { SidePanel } from '../../ui/screen/SidePanel.tsx';
import { defaultText } from './clipboard.ts';
import { begin, findTextsProblem, isDrawn, textColors, textDocument, useTabName } from './drawn-texts.ts';
import { pasteTexts, rowBase, stepsNow, stepsOf } from './export.ts';
import { useTextReports } from './reports.ts';
import { TextStage } from './TextStage.tsx';
import { TextTabs } from './TextTabs.tsx';
import { textBoxesTool } from './tool.ts';

const TOOL = 'advanced_text_editor';

/** Does not subscribe to the texts, so typing re-renders only the parts that show the text. */
export function AdvancedTextEditor() {
  const { openTableFile, actions: tables } = useRows(TOOL, baseNow);
  const imageTool = useImageTool(TOOL, { drawn: textDocument, batches: true, openTableFile });

  useEffect(() => void restoreOwnFonts(), []);
  const isEmpty = textDocument.use(({ items }) => items.every(({ text }) => text.trim() === ''));
  const hasRows = useHasRows(TOOL);
  const blank = { name: TOOL, isLive: true, invites: isEmpty && !hasRows };
  const tool = useLiveBackground(imageTool, blank, textDocument);
  const size = tool.state.image?.info ?? NO_IMAGE;
  const isPaper = blank.invites && isBackdrop(tool.state.image?.source);

  useImageSample(tool.screen, COLORS, recolor);

  return (
    <ImageScreen
      tool={withFontFiles(tool, openFont)}
      batch={{
        recipe: () => withDrawn(tool.recipeWith(), stepsNow()),
        rowBase: () => [...tool.recipeWith(), ...baseNow()],
      }}
      blank={blank}
      tabs={<TextTabs size={size} />}
      overlay={(view) => <TextStage isPaper={isPaper} size={size} view={view} />}
      canDraw
      actions={<TextActions tool={tool} tables={tables} />}
      panel={<TextPanel size={size} />}
    />
  );
}

const baseNow = () => rowBase(textDocument.use.getState().items, fontReferences);

const COLORS = [textColors];
const recolor = () => textDocument.retouch((text) => textColors.follow(text, text));

async function openFont(file: File): Promise<void> {
  const fontFamily = await addOwnFont(file);
  if (fontFamily) textDocument.patchActive({ fontFamily });
}

/** Settings that most texts need, in the order of the panel. The position follows. */
const FIRST = ['fontFamily', 'fontPt', 'bold', 'italic', 'textColor', 'outlineTextColor', 'outlineTextWidth'];

const aligns = advancedText.align.options;
const vAligns = advancedText.vAlign.options;

/** Settings of the open text. Typing does not re-render the panel. */
function TextPanel({ size }: { readonly size: Size }) {
  const { t } = useTranslation();
  const tabName = useTabName();
  const translate = useDeclaredWords();
  const active = textDocument.use((state) => state.active);
  const notation = textDocument.use((state) => state.notation);
  const settings = textDocument.use(
    useShallow((state) => {
      const { text: _, ...rest } = shownItem(state);
      return rest;
    }),
  );
  return (
    <SidePanel tool="advanced_text_editor" title={t('advanced_text_editor.editing', { name: tabName(active) })}>
      <BoxLooks />
      <FirstFields
        operation="write-texts"
        within="texts"
        fields={advancedText}
        // Until the visitor draws a box, the fields show the default box.
        values={{ ...settings, boundingBox: textBox(settings.boundingBox, size) }}
        onChange={(name, value, control) =>
          textDocument.patchActive({ [name]: name === 'boundingBox' ? normalizeBox(value) : value }, control)
        }
        maxOf={insideImage(size)}
        elsewhere={textBoxesTool.setElsewhere['write-texts.texts']}
        custom={{ fontFamily: <FontChoice value={settings.fontFamily} /> }}
        first={FIRST}
      >
        <PositionPad
          label={translate('parameters.write-horizontal.style.main.anchor')}
          value={positions[3 * vAligns.indexOf(settings.vAlign) + aligns.indexOf(settings.align)]}
          onChange={(position) => textDocument.patchActive(alignmentOf(position) ?? {}, 'align')}
        />
      </FirstFields>
      <div className="panel-rest">
        <ParameterFields
          operation="write-texts"
          fields={writeTexts.params}
          values={notation}
          onChange={(name, value) => textDocument.changeNotation({ ...notation, [name]: value }, name)}
          elsewhere={textBoxesTool.setElsewhere['write-texts']}
        />
      </div>
    </SidePanel>
  );
}

function BoxLooks() {
  const { t } = useTranslation();
  const text = textDocument.use((state) => state.items[state.active]) as AdvancedText;
  const words = firstWords(text.text) || firstWords(t('horizontal_editor.sample.main'));
  const textIn = (look: TextLookId): AdvancedText => {
    const plain = begin({ ...defaultText(), text: words });
    const next = { ...text, ...lookStyle(look, pointsToPx(text.fontPt), words, plain) };
    return textLooks[look].isReadable ? textColors.choose(next) : next;
  };
  return (
    <TextLooks
      style={text}
      words={words}
      fontPx={pointsToPx(text.fontPt)}
      styleIn={textIn}
      onChoose={(look) => textDocument.changeActive(textIn(look))}
    />
  );
}

function FontChoice({ value }: { readonly value: string }) {
  const translate = useDeclaredWords();
  const words = textDocument.use((state) => firstWords(shownItem(state).text));
  return (
    <FontField
      label={translate('parameters.write-texts.texts.fontFamily')}
      value={value}
      onChange={(fontFamily) => textDocument.patchActive({ fontFamily })}
      text={words}
    />
  );
}

function TextActions({ tool, tables }: { tool: ImageTool; tables: readonly Action[] }) {
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
    ({ draft, items }) => draft !== undefined && draft.item.text !== items[draft.tab]?.text,
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

import { Tab, TabList, Tabs } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { copyTextSettings, pasteTextSettings } from '#core/text/clipboard.ts';
import { hasControlCharacters, prepareText } from '#core/text/prepare.ts';
import { Card } from '../../parts/Card.tsx';
import { useDeclaredWords } from '../../parts/declared-words.ts';
import type { Size } from '../../parts/stage-view.ts';
import { TabActions } from '../../parts/TabActions.tsx';
import { TextAreaField } from '../../parts/TextAreaField.tsx';
import { shownText, tabName, textDocument, useShownTexts } from './document.ts';
import { useTextReports } from './reports.ts';

const TOOL = 'advanced_text_editor';

/** The ten texts: what each says, and what can be done with one as a whole. */
export function TextTabs({ size }: { size: Size }) {
  const { t } = useTranslation();
  const active = textDocument.use((state) => state.active);
  return (
    <Card title={t('advanced_text_editor.texts')} className="text-card">
      <Tabs
        className="tabs"
        selectedKey={tabName(active)}
        onSelectionChange={(key) => textDocument.openTab(Number(String(key).slice(4)) - 1)}
      >
        <TextTabList />
      </Tabs>
      <TextField key={active} />
      <TabActions
        tool={TOOL}
        document={textDocument}
        copy={copyTextSettings}
        paste={(text, pasted) => pasteTextSettings(text, pasted, size)}
      />
    </Card>
  );
}

function TextTabList() {
  const { t } = useTranslation();
  const texts = useShownTexts();
  return (
    <TabList className="text-tabs" aria-label={t('advanced_text_editor.texts')}>
      {texts.map(({ text }, index) => {
        const words = text.trim().split('\n', 1)[0] ?? '';
        return (
          <Tab
            key={tabName(index)}
            id={tabName(index)}
            className="text-tab"
            aria-label={tabName(index)}
            aria-description={words.slice(0, 40)}
          >
            <span className="tabular">{tabName(index)}</span>
            <span className="text-tab-words" dir="auto">
              {words.slice(0, 16)}
            </span>
          </Tab>
        );
      })}
    </TabList>
  );
}

function TextField() {
  const { t } = useTranslation();
  const say = useDeclaredWords();
  const active = textDocument.use((state) => state.active);
  const text = textDocument.use((state) => state.history.present[state.active]?.text ?? '');
  const overflows = useTextReports(({ reports }) => reports[active]?.overflows ?? false);
  const draft = (composed: string | undefined) => {
    const { draft: _, ...settled } = textDocument.use.getState();
    const own = shownText({ ...settled, draft: undefined });
    textDocument.showDraft(composed === undefined ? undefined : { ...own, text: composed });
  };
  return (
    <TextAreaField
      label={say('parameters.write-texts.texts.text')}
      value={text}
      onChange={(next) => textDocument.patchActive({ text: next }, 'text')}
      onDraft={draft}
      problem={hasControlCharacters(prepareText(text)) ? say('errors.textControlCharacters') : undefined}
      note={overflows && text.trim() !== '' ? t('advanced_text_editor.overflows') : undefined}
    />
  );
}

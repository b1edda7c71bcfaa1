import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import { copyTextSettings, pasteTextSettings } from '#app/tools/text-boxes/clipboard.ts';
import type { Size } from '#core/geometry/point.ts';
import { findOptionalTextProblem, MAX_TEXT_LENGTH } from '#core/text/prepare.ts';
import { TabActions } from '../../image-tool/TabActions.tsx';
import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import { OverflowingTexts } from '../../ui/fields/OverflowingTexts.tsx';
import { TextAreaField } from '../../ui/fields/TextAreaField.tsx';
import { firstWords } from '../../ui/fonts/FontField.tsx';
import { useScrollToTab } from '../../ui/screen/use-scroll-to-tab.ts';
import { shownText, textDocument, useTabName } from './document.ts';
import { useTextReports } from './reports.ts';

const TOOL = 'advanced_text_editor';
const tabKey = (index: number) => `text${index + 1}`;

export function TextTabs({ size }: { size: Size }) {
  const translate = useDeclaredWords();
  const tabName = useTabName();
  const { t } = useTranslation();
  const active = textDocument.use((state) => state.active);
  const reports = useTextReports((store) => store.reports);
  return (
    <section className="card text-card" aria-labelledby="texts-title">
      <h2 id="texts-title" className="text-card-title">
        {translate('parameters.write-texts.texts.label')}
      </h2>
      <Tabs
        className="tabs"
        selectedKey={tabKey(active)}
        onSelectionChange={(key) => textDocument.openTab(Number(String(key).slice(4)) - 1)}
      >
        <TextTabList />
        <TabPanel key={active} id={tabKey(active)} className="text-tab-panel">
          <TextField />
        </TabPanel>
      </Tabs>
      <OverflowingTexts
        reports={reports}
        active={active}
        nameOf={tabName}
        sentence={t('advanced_text_editor.overflows')}
      />
      <TabActions
        tool={TOOL}
        document={textDocument}
        nameOf={tabName}
        copy={copyTextSettings}
        paste={(text, pasted) => pasteTextSettings(text, pasted, size)}
      />
    </section>
  );
}

/** Re-renders only if the first words of a text change, because the tab's label shows them. */
function TextTabList() {
  const translate = useDeclaredWords();
  const tabName = useTabName();
  const row = useScrollToTab(textDocument.use((state) => state.active));
  const beginnings = textDocument.use(useShallow(({ items }) => items.map(({ text }) => firstWords(text))));
  return (
    <TabList ref={row} className="text-tabs" aria-label={translate('parameters.write-texts.texts.label')}>
      {beginnings.map((words, index) => (
        <Tab
          key={tabKey(index)}
          id={tabKey(index)}
          className="text-tab"
          aria-label={tabName(index)}
          aria-description={words}
        >
          <span className="tabular">{tabName(index)}</span>
          <span className="text-tab-words" dir="auto">
            {words}
          </span>
        </Tab>
      ))}
    </TabList>
  );
}

function TextField() {
  const { t } = useTranslation();
  const translate = useDeclaredWords();
  const active = textDocument.use((state) => state.active);
  const text = textDocument.use((state) => state.items[state.active]?.text ?? '');
  const shown = textDocument.use(({ draft }) => draft?.text);
  const overflows = useTextReports(({ reports }) => reports[active]?.overflows ?? false);
  const problem = findOptionalTextProblem(text);
  const draft = (composed: string | undefined) => {
    const committed = shownText({ ...textDocument.use.getState(), draft: undefined });
    textDocument.showDraft(composed === undefined ? undefined : { ...committed, text: composed });
  };
  return (
    <TextAreaField
      label={translate('parameters.write-texts.texts.text')}
      hideLabel
      value={text}
      shown={shown}
      onChange={(next) => textDocument.patchActive({ text: next }, 'text')}
      onDraft={draft}
      problem={problem && t(`core:errors.${problem}`, { max: MAX_TEXT_LENGTH })}
      note={overflows && text.trim() !== '' ? t('advanced_text_editor.overflows') : undefined}
    />
  );
}

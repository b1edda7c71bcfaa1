import { useTranslation } from 'react-i18next';
import { copyTextSettings, pasteTextSettings } from '#app/tools/text-boxes/clipboard.ts';
import type { Size } from '#core/geometry/point.ts';
import { findOptionalTextProblem, MAX_TEXT_LENGTH } from '#core/text/prepare.ts';
import { ObjectTabs } from '../../image-tool/ObjectTabs.tsx';
import { TabActions } from '../../image-tool/TabActions.tsx';
import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import { OverflowingTexts } from '../../ui/fields/OverflowingTexts.tsx';
import { TextAreaField } from '../../ui/fields/TextAreaField.tsx';
import { firstWords } from '../../ui/fonts/FontField.tsx';
import { textDocument, useTabName } from './drawn-texts.ts';
import { useTextReports } from './reports.ts';

export function TextTabs({ size }: { size: Size }) {
  const translate = useDeclaredWords();
  const tabName = useTabName();
  const { t } = useTranslation();
  const active = textDocument.use((state) => state.active);
  const reports = useTextReports((store) => store.reports);
  return (
    <ObjectTabs
      isBelowStage
      document={textDocument}
      label={translate('parameters.write-texts.texts.label')}
      nameOf={tabName}
      describe={({ text }) => firstWords(text)}
      thumbnail={(tab) => <FirstLetters tab={tab} />}
    >
      <TextField />
      <OverflowingTexts
        reports={reports}
        active={active}
        nameOf={tabName}
        sentence={t('advanced_text_editor.overflows')}
      />
      <TabActions
        tool="advanced_text_editor"
        document={textDocument}
        nameOf={tabName}
        copy={copyTextSettings}
        paste={(text, pasted) => pasteTextSettings(text, pasted, size)}
      />
    </ObjectTabs>
  );
}

function FirstLetters({ tab }: { readonly tab: number }) {
  const words = textDocument.use(({ items }) => firstWords(items[tab]?.text ?? ''));
  return (
    <span className="text-letters" dir="auto">
      {words}
    </span>
  );
}

function TextField() {
  const { t } = useTranslation(['app', 'core', 'stage']);
  const translate = useDeclaredWords();
  const active = textDocument.use((state) => state.active);
  const text = textDocument.use((state) => state.items[state.active]?.text ?? '');
  const shown = textDocument.use(({ draft, active }) => (draft?.tab === active ? draft.item.text : undefined));
  const overflows = useTextReports(({ reports }) => reports[active]?.overflows ?? false);
  const problem = findOptionalTextProblem(text);
  const draft = (composed: string | undefined) => {
    const { items, active } = textDocument.use.getState();
    const own = items[active];
    textDocument.showDraft(own && composed !== undefined ? { ...own, text: composed } : undefined);
  };
  return (
    <TextAreaField
      label={translate('parameters.write-texts.texts.text')}
      hideLabel
      placeholder={t('stage:typeHere')}
      value={text}
      shown={shown}
      onChange={(next) => textDocument.patchActive({ text: next }, 'text')}
      onDraft={draft}
      problem={problem && t(`core:errors.${problem}`, { max: MAX_TEXT_LENGTH })}
      note={overflows && text.trim() !== '' ? t('advanced_text_editor.overflows') : undefined}
    />
  );
}

import type { ReactNode } from 'react';
import { TabPanel, Tabs } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { MAX_TEXT_LENGTH } from '#core/text/prepare.ts';
import { OverflowingTexts } from '../../ui/fields/OverflowingTexts.tsx';
import { TextAreaField } from '../../ui/fields/TextAreaField.tsx';
import { TabRow } from '../../ui/screen/UploadCard.tsx';
import { findPartProblem } from './drawn-texts.ts';
import { usePartName } from './part-name.ts';
import { type PagePart, pageParts } from './text-page.ts';
import type { TextPageKind } from './text-page-kind.ts';

interface TextPageTextsProps {
  readonly kind: TextPageKind;
  /** Tools beside the tabs, where the stage has no room for them. */
  readonly tools: ReactNode;
}

export function TextPageTexts({ kind, tools }: TextPageTextsProps) {
  const { t } = useTranslation(['app', 'core', 'stage']);
  const nameOf = usePartName(kind);
  const active = kind.document.use((state) => state.active);
  const reports = kind.useReports((store) => store.reports);
  return (
    <section className="card source-card text-card">
      <Tabs
        className="tabs"
        selectedKey={pageParts[active] ?? 'main'}
        onSelectionChange={(key) => kind.document.openTab(pageParts.indexOf(key as PagePart))}
      >
        <div className="text-card-head">
          <TabRow label={t('stage:textPage.texts')} tabs={pageParts.map((id) => ({ id, label: nameOf(id) }))} />
          {tools}
        </div>
        {pageParts.map((part, tab) => (
          <TabPanel key={part} id={part} className="tab-panel">
            <PartField kind={kind} tab={tab} />
          </TabPanel>
        ))}
      </Tabs>
      <OverflowingTexts
        reports={reports}
        active={active}
        nameOf={(tab) => nameOf(pageParts[tab] ?? 'main')}
        sentence={t('stage:textPage.overflows')}
      />
    </section>
  );
}

function PartField({ kind, tab }: { kind: TextPageKind; tab: number }) {
  const { t } = useTranslation(['app', 'core', 'stage']);
  const part = pageParts[tab] ?? 'main';
  const nameOf = usePartName(kind);
  const text = kind.document.use((state) => state.items[tab]?.text ?? '');
  const overflows = kind.useReports(({ reports }) => reports[tab]?.overflows ?? false);
  const problem = findPartProblem(tab, text);
  const showDraft = (composed: string | undefined) => {
    const own = kind.document.use.getState().items[tab];
    kind.document.showDraft(own && composed !== undefined ? { ...own, text: composed } : undefined);
  };
  return (
    <TextAreaField
      fieldRef={kind.field}
      label={nameOf(part)}
      hideLabel
      value={text}
      onChange={(next) => kind.document.patchActive({ text: next }, 'text')}
      onDraft={showDraft}
      problem={problem && t(`core:errors.${problem}`, { max: MAX_TEXT_LENGTH })}
      note={overflows && text.trim() !== '' ? t('stage:textPage.overflows') : undefined}
      placeholder={t(`${kind.route}.sample.${part}`)}
    />
  );
}

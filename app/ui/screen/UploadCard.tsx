import { FolderOpen } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { blankBackgroundFields } from '#core/image/blank.ts';
import type { BlankBackground } from '../../workers/image-client.ts';
import { ACCEPTED_IMAGES } from '../accepted-images.ts';
import { Button } from '../Button.tsx';
import { ColorField } from '../fields/ColorField.tsx';
import { useDeclaredWords } from '../fields/declared-words.ts';
import { NumberField } from '../fields/NumberField.tsx';
import { type BackgroundFields, useBlankBackground, useUploadTab } from './blank-background.ts';
import { FileButton } from './FileButton.tsx';
import { LoadLastButton } from './LoadLastButton.tsx';

export interface ImageIntake {
  readonly fileName: string | undefined;
  readonly openFile: (file: File) => void;
  readonly openFiles?: ((files: readonly File[]) => void) | undefined;
  readonly openSaved: () => void;
  readonly disabled?: boolean;
}

interface UploadRowProps extends ImageIntake {
  /** More buttons, before the file name. */
  readonly buttons?: ReactNode;
  readonly children?: ReactNode;
}

export function UploadRow(props: UploadRowProps) {
  const { fileName, openFile, openFiles, openSaved, disabled, buttons, children } = props;
  const { t } = useTranslation();
  return (
    <div className="upload-row">
      <FileButton accept={ACCEPTED_IMAGES} onFile={openFile} onFiles={openFiles} icon={FolderOpen} disabled={disabled}>
        {t('common.chooseFile')}
      </FileButton>
      <LoadLastButton onLoad={openSaved} disabled={disabled} />
      {buttons}
      <span className="upload-name" title={fileName}>
        {fileName ?? t('common.noFileSelected')}
      </span>
      {children}
    </div>
  );
}

interface TabRowProps {
  readonly label: string;
  readonly tabs: readonly { readonly id: string; readonly label: string }[];
}

/** The row of tabs in a card. Must be inside `Tabs`. */
export function TabRow({ label, tabs }: TabRowProps) {
  return (
    <TabList className="tab-list" aria-label={label}>
      {tabs.map((tab) => (
        <Tab key={tab.id} id={tab.id} className="tab">
          {tab.label}
        </Tab>
      ))}
    </TabList>
  );
}

interface UploadTabsProps {
  readonly tool: string;
  readonly upload: ReactNode;
  readonly onBlank: (blank: BlankBackground) => void;
  readonly backgroundFields?: BackgroundFields;
  readonly disabled?: boolean;
}

/** Card with the tabs Blank Background and Upload Image. Each tool remembers the open tab and the background's size. */
export function UploadTabs({ tool, upload, onBlank, backgroundFields, disabled }: UploadTabsProps) {
  const { t } = useTranslation();
  const [{ tab }, setTab] = useUploadTab(tool);
  return (
    <Tabs className="tabs" selectedKey={tab} onSelectionChange={(key) => setTab({ tab: String(key) })}>
      <TabRow
        label={t('common.imageSource')}
        tabs={[
          { id: 'blank', label: t('common.blankBackground') },
          { id: 'upload', label: t('common.uploadImage') },
        ]}
      />
      <TabPanel id="blank" className="tab-panel">
        <BlankBackgroundForm tool={tool} onBlank={onBlank} backgroundFields={backgroundFields} disabled={disabled} />
      </TabPanel>
      <TabPanel id="upload" className="tab-panel">
        {upload}
      </TabPanel>
    </Tabs>
  );
}

function BlankBackgroundForm({
  tool,
  onBlank,
  backgroundFields = blankBackgroundFields,
  disabled,
}: Omit<UploadTabsProps, 'upload'>) {
  const { t } = useTranslation();
  const translate = useDeclaredWords();
  const [blank, setBackground] = useBlankBackground(tool, backgroundFields);
  const [busy, setBusy] = useState(false);
  // A cleared field counts as missing, even though the last size is stored.
  const [missing, setMissing] = useState({ width: false, height: false });
  return (
    <div className="upload-row">
      <ColorField
        label={translate('parameters.draw-shapes.background')}
        value={blank.color}
        onChange={(color) => setBackground({ color })}
        disabled={disabled}
      />
      {(['width', 'height'] as const).map((side) => (
        <NumberField
          key={side}
          label={translate(`parameters.draw-shapes.${side}`)}
          field={backgroundFields[side]}
          value={blank[side]}
          onChange={(pixels) => setBackground({ [side]: pixels })}
          onMissing={(is) => setMissing((before) => ({ ...before, [side]: is }))}
          disabled={disabled}
        />
      ))}
      <Button
        disabled={disabled || missing.width || missing.height}
        busy={busy}
        waiting={busy}
        onClick={async () => {
          setBusy(true);
          await onBlank(blank);
          setBusy(false);
        }}
      >
        {t('common.generate')}
      </Button>
    </div>
  );
}

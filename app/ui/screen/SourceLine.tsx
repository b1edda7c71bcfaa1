import { ChevronDown, FolderOpen, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { ACCEPTED_IMAGES } from '../accepted-images.ts';
import { Button, buttonClass } from '../Button.tsx';
import { formatBytes } from '../format-bytes.ts';
import { useExtraLargeScreen, useMediumScreen } from '../large-screen.ts';
import { Tip } from '../Tip.tsx';
import { FileButton } from './FileButton.tsx';
import { LoadLastButton } from './LoadLastButton.tsx';
import type { ImageIntake } from './UploadCard.tsx';

interface SourceLineProps extends Omit<ImageIntake, 'openSaved'> {
  readonly bytes: number | undefined;
  readonly openSaved?: ImageIntake['openSaved'];
  readonly sources?: ReactNode;
  readonly close?: () => void;
  /** Number of images that `close` closes. */
  readonly count?: number;
  /** ID of the open file. Opening another file closes the menu. */
  readonly source?: string | undefined;
}

export function SourceLine(props: SourceLineProps) {
  const { fileName, bytes, openFile, openFiles, openSaved, sources, source, close, count = 1, disabled } = props;
  const { t, i18n } = useTranslation();
  const isPhone = !useMediumScreen();
  const isOpen = fileName !== undefined;
  // The name of the open file and the steps have priority over the buttons' labels.
  const hasLabels = useExtraLargeScreen() && !isOpen;
  const quiet = isOpen && !isPhone && ({ look: 'quiet' } as const);
  const buttons = (
    <>
      <FileButton
        accept={ACCEPTED_IMAGES}
        onFile={openFile}
        onFiles={openFiles}
        icon={FolderOpen}
        iconOnly={!hasLabels && !isPhone}
        disabled={disabled}
        {...quiet}
      >
        {t('common.chooseFile')}
      </FileButton>
      {openSaved && (
        <LoadLastButton iconOnly={!hasLabels && !isPhone} onLoad={openSaved} disabled={disabled} {...quiet} />
      )}
      {close && isOpen && (
        <Button icon={X} iconOnly={!isPhone} look="quiet" onClick={close} disabled={disabled}>
          {count > 1 ? t('common.closeImages', { count }) : t('common.closeImage')}
        </Button>
      )}
    </>
  );
  if (isPhone)
    return (
      <div className="source-line" data-named={isOpen || undefined}>
        <SourceMenu source={source} label={fileName ?? false} isQuiet>
          <div className="source-buttons">{buttons}</div>
          {sources}
        </SourceMenu>
      </div>
    );
  return (
    <div className="source-line">
      <p className="source-file">
        <span className="upload-name" title={fileName}>
          {fileName ?? t('common.noFileSelected')}
        </span>
        {bytes !== undefined && <span className="source-bytes tabular">{formatBytes(bytes, i18n.language)}</span>}
      </p>
      {buttons}
      {sources && (
        <SourceMenu source={source} label={hasLabels && t('common.openOther')} isQuiet={isOpen}>
          {sources}
        </SourceMenu>
      )}
    </div>
  );
}

interface SourceMenuProps {
  readonly source: string | undefined;
  readonly label: string | false;
  readonly isQuiet?: boolean;
  readonly children: ReactNode;
}

function SourceMenu({ source, label, isQuiet, children }: SourceMenuProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes the menu when another image opens
  useEffect(() => setOpen(false), [source]);
  return (
    <DialogTrigger isOpen={open} onOpenChange={setOpen}>
      <AriaButton
        className={buttonClass({ iconOnly: label === false, ...(isQuiet && { look: 'quiet' }) })}
        aria-label={label === false ? t('common.openOther') : undefined}
      >
        {label !== false && (
          <span className="upload-name" title={label}>
            {label}
          </span>
        )}
        {label === false ? (
          <Tip text={t('common.openOther')}>
            <ChevronDown aria-hidden strokeWidth={1.75} />
          </Tip>
        ) : (
          <ChevronDown aria-hidden strokeWidth={1.75} />
        )}
      </AriaButton>
      <Popover className="popover" placement="bottom end">
        <Dialog className="source-menu" aria-label={t('common.imageSource')}>
          {children}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

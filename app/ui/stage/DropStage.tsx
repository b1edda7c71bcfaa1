import { ImagePlus } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ACCEPTED_IMAGES, isAccepted } from '../accepted-images.ts';
import { Button, type ButtonLook } from '../Button.tsx';
import { FileButton } from '../screen/FileButton.tsx';
import { LeadLine } from '../screen/StageLead.tsx';
import { pickFile, reportSkippedFiles } from '../skipped-files.ts';

interface EmptyStageProps {
  readonly openFile: (file: File) => void;
  readonly openFiles?: ((files: readonly File[]) => void) | undefined;
  readonly openSample: () => void;
  readonly loading: boolean;
  readonly accept?: string;
  readonly more?: ReactNode;
}

export function EmptyStage(props: EmptyStageProps) {
  const { t } = useTranslation();
  return (
    <div className="stage-empty" data-loading={props.loading || undefined}>
      <ImagePlus aria-hidden size={40} strokeWidth={1.25} />
      <LeadLine />
      <p className="stage-empty-title">{t('common.dropImage')}</p>
      <p className="stage-empty-hint">{t('common.acceptsImages')}</p>
      <OpenButtons {...props} look="primary" />
    </div>
  );
}

/** In the bar of a page that the visitor can type on: an image, a sample or a folder instead. */
export function StageInvitation(props: EmptyStageProps) {
  return (
    <div className="stage-invitation">
      <OpenButtons {...props} look="quiet" />
    </div>
  );
}

/** Over the page, where the stage has no bar. */
export function FloatingInvitation(props: EmptyStageProps) {
  return (
    <div className="stage-empty stage-invitation stage-invitation-floating">
      <OpenButtons {...props} look="secondary" size="small" />
    </div>
  );
}

interface OpenButtonsProps extends EmptyStageProps, Pick<ButtonLook, 'look' | 'size'> {}

function OpenButtons(props: OpenButtonsProps) {
  const { openFile, openFiles, openSample, loading, accept = ACCEPTED_IMAGES, more, look, size } = props;
  const { t } = useTranslation();
  return (
    <div className="action-group">
      <FileButton accept={accept} onFile={openFile} onFiles={openFiles} look={look} size={size}>
        {t('common.openImage')}
      </FileButton>
      <Button look={look === 'quiet' ? 'quiet' : 'secondary'} size={size} onClick={openSample} disabled={loading}>
        {t('common.trySample')}
      </Button>
      {more}
    </div>
  );
}

interface DropTargetProps {
  readonly onFile: (file: File) => void;
  readonly onFiles?: ((files: readonly File[]) => void) | undefined;
  readonly children: ReactNode;
}

export function DropTarget({ onFile, onFiles, children }: DropTargetProps) {
  useEffect(() => () => reportSkippedFiles(0), []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: without a mouse, visitors use the file button
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys on the buttons also fire a click
    <div
      className="drop-target"
      onDragOver={(event) => {
        if (![...event.dataTransfer.types].includes('Files')) return;
        event.preventDefault();
        event.currentTarget.dataset.dragging = '';
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null))
          delete event.currentTarget.dataset.dragging;
      }}
      onDrop={(event) => {
        event.preventDefault();
        delete event.currentTarget.dataset.dragging;
        const files = [...event.dataTransfer.files];
        if (onFiles && files.length > 0) return onFiles(files);
        const file = pickFile(files, isAccepted);
        if (file) onFile(file);
      }}
      // Opening a file by a button hides the note about skipped files.
      onClick={({ target }) => {
        if (
          (target as Element).closest(
            '.upload-row button, .source-line button, .stage-empty button, .stage-invitation button',
          )
        )
          reportSkippedFiles(0);
      }}
    >
      {children}
    </div>
  );
}

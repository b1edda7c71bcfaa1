import { useTranslation } from 'react-i18next';
import { closeNotice, useNotices } from '../notices/notices.ts';
import { discardUnreadableFiles, downloadUnreadableFile, useUnreadableFiles } from '../storage/unreadable-files.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from './Notice.tsx';
import { UpdateNotice } from './UpdateNotice.tsx';
import { WorkNotices } from './WorkNotices.tsx';

export default function Notices() {
  const { t } = useTranslation();
  const shown = useNotices((state) => state.shown);
  return (
    <>
      <UpdateNotice />
      {shown.map((kind) => {
        if (kind === 'setAside') return <UnreadableFilesNotice key={kind} />;
        if (kind === 'work') return <WorkNotices key={kind} />;
        return (
          <Notice key={kind} onClose={() => closeNotice(kind)}>
            <p>{t(`shell.notices.${kind}`)}</p>
          </Notice>
        );
      })}
    </>
  );
}

/** Closing the notice deletes nothing; the next visit offers the files again. */
function UnreadableFilesNotice() {
  const { t } = useTranslation();
  const files = useUnreadableFiles((state) => state.files);
  return (
    <Notice onClose={() => closeNotice('setAside')}>
      <p>{t('shell.notices.setAside')}</p>
      <div className="flex flex-wrap gap-2">
        {files.map((file) => (
          <Button key={file.id} size="small" onClick={() => downloadUnreadableFile(file)}>
            {t('shell.notices.downloadFile', { name: file.name })}
          </Button>
        ))}
        <Button
          size="small"
          look="quiet"
          onClick={() => {
            discardUnreadableFiles();
            closeNotice('setAside');
          }}
        >
          {t('shell.notices.discard')}
        </Button>
      </div>
    </Notice>
  );
}

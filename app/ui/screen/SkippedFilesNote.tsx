import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSkippedFiles } from '../skipped-files.ts';

export function SkippedFilesNote() {
  const { t } = useTranslation();
  const count = useSkippedFiles((state) => state.count);
  return (
    <div role="status" className="left-out">
      {count > 0 && (
        <p>
          <TriangleAlert aria-hidden size={16} strokeWidth={1.75} />
          {t('common.skipped', { count })}
        </p>
      )}
    </div>
  );
}

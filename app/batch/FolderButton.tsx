import { FolderTree } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isHidden } from '../intake/file-folders.ts';
import { isAccepted } from '../ui/accepted-images.ts';
import { FileButton } from '../ui/screen/FileButton.tsx';

interface FolderButtonProps {
  /** Called with the folder's images, sorted by path; an empty list if the folder contains no images. */
  readonly openFiles: (files: readonly File[]) => void;
  readonly disabled?: boolean;
}

export default function FolderButton({ openFiles, disabled }: FolderButtonProps) {
  const { t, ready } = useTranslation(['app', 'batch']);
  if (!ready || !('webkitdirectory' in HTMLInputElement.prototype)) return null;
  const open = (files: readonly File[]) => {
    const images = files.filter((file) => isAccepted(file) && !isHidden(file.webkitRelativePath));
    openFiles(images.toSorted((a, b) => (a.webkitRelativePath < b.webkitRelativePath ? -1 : 1)));
  };
  return (
    <FileButton accept="" folder onFiles={open} icon={FolderTree} disabled={disabled}>
      {t('batch:openFolder')}
    </FileButton>
  );
}

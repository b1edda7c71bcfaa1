/** Gives a dropped file the path that a file of a folder picker has. */
export function rememberFolder(folder: string, file: File): File {
  if (folder) Object.defineProperty(file, 'webkitRelativePath', { value: `${folder}/${file.name}` });
  return file;
}

/** Returns a file's folder relative to the dropped folder; empty without a folder. */
export const folderOf = (file: File): string => file.webkitRelativePath.split('/').slice(0, -1).join('/');

export const isHidden = (path: string): boolean => path.split('/').some((part) => part.startsWith('.'));

const folders = new WeakMap<File, string>();

export function rememberFolder(folder: string, file: File): File {
  folders.set(file, folder);
  return file;
}

/** Returns a file's folder relative to the dropped folder; empty without a folder. */
export const folderOf = (file: File): string =>
  folders.get(file) ?? file.webkitRelativePath.split('/').slice(0, -1).join('/');

export const isHidden = (path: string): boolean => path.split('/').some((part) => part.startsWith('.'));

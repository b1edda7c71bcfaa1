const folders = new WeakMap<File, string>();

/** Notes in which folder a file lay, from the one that was dropped on, `photos/2020`. */
export function placeIn(folder: string, file: File): File {
  folders.set(file, folder);
  return file;
}

/** The folders that a file was chosen with; an empty text where it was chosen by itself. */
export const folderOf = (file: File): string =>
  folders.get(file) ?? file.webkitRelativePath.split('/').slice(0, -1).join('/');

/** Systems and programs leave files of their own in folders, under names with a dot in front. */
export const isHidden = (path: string): boolean => path.split('/').some((part) => part.startsWith('.'));

import { create } from 'zustand';

export const useSkippedFiles = create<{ readonly count: number }>(() => ({ count: 0 }));

export const reportSkippedFiles = (count: number): void => useSkippedFiles.setState({ count });

/** Returns the first file with a supported type, otherwise the first file. Reports the number of skipped files. */
export function pickFile(files: readonly File[], fits: (file: File) => boolean): File | undefined {
  reportSkippedFiles(Math.max(0, files.length - 1));
  return files.find(fits) ?? files[0];
}

import { create } from 'zustand';

/** Number of skipped files in the last drop or paste. */
export const useSkippedFiles = create<{ readonly count: number }>(() => ({ count: 0 }));

export const reportSkippedFiles = (count: number): void => useSkippedFiles.setState({ count });

/** Returns the first fitting file, or else the first; reports the number of skipped files. */
export function pickFile(files: readonly File[], fits: (file: File) => boolean): File | undefined {
  reportSkippedFiles(Math.max(0, files.length - 1));
  return files.find(fits) ?? files[0];
}

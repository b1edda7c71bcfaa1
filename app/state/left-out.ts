import { create } from 'zustand';

/** How many of the files that were last dropped or pasted together found no place. */
export const useLeftOut = create<{ readonly count: number }>(() => ({ count: 0 }));

export const tellLeftOut = (count: number): void => useLeftOut.setState({ count });

/** The first file that fits where one does, or else the first that is there; the others are reported. */
export function takeOne(files: readonly File[], fits: (file: File) => boolean): File | undefined {
  tellLeftOut(Math.max(0, files.length - 1));
  return files.find(fits) ?? files[0];
}

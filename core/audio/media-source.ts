import { CustomSource } from 'mediabunny';
import type { SourceFile } from '../files.ts';

/** A file as mediabunny reads it: piece by piece, where it needs to. */
export function mediaSource(file: SourceFile): CustomSource {
  return new CustomSource({
    getSize: () => file.size,
    read: (start, end) => file.read(start, end),
    prefetchProfile: 'fileSystem',
  });
}

import { useState } from 'react';
import type { OutputFormat } from '#core/image/formats/output-formats.ts';
import type { AnimationFormat } from '#core/text/animation/formats.ts';

export type GeneratedFormat = OutputFormat | AnimationFormat;

export interface Generated {
  readonly format: GeneratedFormat;
  readonly name: string;
  readonly blob: Blob;
  readonly isStale: boolean;
}

type Made = Omit<Generated, 'isStale'> & { readonly version: string };

/** Keeps the last file of each format, which is stale after `versionOf` changes. A new image drops all files. */
export function useGenerated(
  image: string | undefined,
  versionOf: (format: GeneratedFormat) => string,
): [readonly Generated[], (file: Omit<Generated, 'isStale'>) => void] {
  const [files, setFiles] = useState<{ readonly image: string | undefined; readonly made: readonly Made[] }>({
    image,
    made: [],
  });
  if (files.image !== image) setFiles({ image, made: [] });
  // Captures the image and version now, because both may change before the file is complete.
  const add = (file: Omit<Generated, 'isStale'>) =>
    setFiles((before) => {
      if (before.image !== image) return before;
      const others = before.made.filter(({ format }) => format !== file.format);
      return { image, made: [...others, { ...file, version: versionOf(file.format) }] };
    });
  return [files.made.map((file) => ({ ...file, isStale: file.version !== versionOf(file.format) })), add];
}

import { useCallback, useState } from 'react';
import type { OutputFormat } from '#core/image/codecs/encode.ts';
import type { AnimationFormat } from '#core/text/animation/formats.ts';

export type GeneratedFormat = OutputFormat | AnimationFormat;

export interface Generated {
  readonly format: GeneratedFormat;
  readonly name: string;
  readonly blob: Blob;
  /** True if the drawing has changed since the file was generated. */
  readonly isStale: boolean;
}

type Made = Omit<Generated, 'isStale'> & { readonly drawing: string };

/** Keeps each format's last generated file. A change of the drawing marks files as stale; a new image drops them. */
export function useGenerated(
  picture: string | undefined,
  drawing: string,
): [readonly Generated[], (file: Omit<Generated, 'isStale'>) => void] {
  const [files, setFiles] = useState<{ readonly picture: string | undefined; readonly made: readonly Made[] }>({
    picture,
    made: [],
  });
  if (files.picture !== picture) setFiles({ picture, made: [] });
  // Keeps the image and drawing of the request, because both may change before the file is ready.
  const add = useCallback(
    (file: Omit<Generated, 'isStale'>) =>
      setFiles((before) => {
        if (before.picture !== picture) return before;
        const others = before.made.filter(({ format }) => format !== file.format);
        return { picture, made: [...others, { ...file, drawing }] };
      }),
    [picture, drawing],
  );
  return [files.made.map((file) => ({ ...file, isStale: file.drawing !== drawing })), add];
}

import { extensionOf } from '#core/base/files.ts';
import type { FileKind } from '../tools/manifest.ts';
import { isAccepted } from '../ui/accepted-images.ts';

/** File extensions of each kind of file. Images are also recognized by MIME type (`isAccepted`). */
export const extensionsOf = {
  wav: ['wav'],
  mp3: ['mp3'],
  audio: ['m4a', 'm4b', 'aac', 'flac', 'ogg', 'oga', 'opus', 'aif', 'aiff', 'aifc', 'caf', 'mka', 'weba', 'wma', 'amr'],
  video: ['mp4', 'm4v', 'webm', 'mkv', 'mov', 'ts', 'm2ts'],
  captions: ['vtt', 'srt', 'ass', 'ssa'],
} as const satisfies Partial<Record<FileKind, readonly string[]>>;

export function kindOfName(name: string): keyof typeof extensionsOf | undefined {
  const extension = extensionOf(name);
  const kinds = Object.entries(extensionsOf) as [keyof typeof extensionsOf, readonly string[]][];
  return kinds.find(([, extensions]) => extensions.includes(extension))?.[0];
}

/** Guesses the kind of a file from its name and MIME type. Opening the file checks its content. */
export function kindOf(file: File): FileKind | undefined {
  const named = kindOfName(file.name);
  if (named) return named;
  if (isAccepted(file)) return 'image';
  return file.type.startsWith('video/') ? 'video' : undefined;
}

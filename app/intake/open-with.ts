import { type ToolRoute, tools } from '../tools/catalog.ts';
import type { FilePlace, Tool } from '../tools/manifest.ts';
import { kindOf } from './file-kinds.ts';

export interface Opener {
  readonly route: ToolRoute;
  readonly icon: Tool['icon'];
  /** All files of accepted kinds. The screen reports files beyond its slots. */
  readonly files: readonly File[];
  /** Number of files that fit into the slots. */
  readonly count: number;
  /** Number of slots that are filled. */
  readonly places: number;
}

/** Returns screens that open any of the files, by number of files, then by number of slots filled. */
export function openersOf(files: readonly File[]): readonly Opener[] {
  const kinds = new Map(files.map((file) => [file, kindOf(file)]));
  const isOf =
    ({ kinds: wanted }: FilePlace) =>
    (file: File) =>
      wanted.some((kind) => kind === kinds.get(file));
  return tools
    .map(({ route, icon, ...tool }) => {
      const opens: readonly FilePlace[] = tool.opens;
      const counts = opens.map((place) =>
        Math.min(files.filter(isOf(place)).length, place.multiple ? files.length : 1),
      );
      return {
        route,
        icon,
        files: files.filter((file) => opens.some((place) => isOf(place)(file))),
        count: counts.reduce((sum, count) => sum + count, 0),
        places: counts.filter((count) => count > 0).length,
      };
    })
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || b.places - a.places);
}

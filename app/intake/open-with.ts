import { type ToolRoute, tools } from '../tools/catalog.ts';
import type { FileSlot, Tool } from '../tools/manifest.ts';
import { kindOf } from './file-kinds.ts';

export interface Opener {
  readonly route: ToolRoute;
  readonly icon: Tool['icon'];
  /** All files of supported types. A screen for a single file opens the first file and reports the others. */
  readonly files: readonly File[];
  readonly count: number;
  /** Number of the screen's inputs that the files fill. */
  readonly places: number;
}

/** Returns screens that open any of the files, sorted by number of opened files, then by filled inputs. */
export function openersOf(files: readonly File[]): readonly Opener[] {
  const kinds = new Map(files.map((file) => [file, kindOf(file)]));
  const isOf =
    ({ kinds: accepted }: FileSlot) =>
    (file: File) =>
      accepted.some((kind) => kind === kinds.get(file));
  return tools
    .map(({ route, icon, ...tool }) => {
      const all: readonly FileSlot[] = tool.opens;
      const opens = all.filter(
        ({ accompanies }) => !accompanies || all.some((place) => !place.accompanies && files.some(isOf(place))),
      );
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

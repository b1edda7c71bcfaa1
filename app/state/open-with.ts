import { type FilePlace, type Screen, type ScreenRoute, screens } from './catalogue.ts';
import { kindOf } from './file-kinds.ts';

/** A screen that opens some of the files, and which. */
export interface Opener {
  readonly route: ScreenRoute;
  /** What it is given: everything of its kinds. What it has no room for it leaves out and says so. */
  readonly files: readonly File[];
  /** How many of them it has room for. */
  readonly count: number;
  /** Into how many places of it they go. */
  readonly places: number;
}

const entries: readonly (Screen & { readonly route: ScreenRoute })[] = screens;

/**
 * The screens that open any of the files: first those that open most of them, of those the ones that put several kinds
 * together, then in the catalogue's order.
 */
export function openersOf(files: readonly File[]): readonly Opener[] {
  const kinds = new Map(files.map((file) => [file, kindOf(file)]));
  const isOf =
    ({ kinds: wanted }: FilePlace) =>
    (file: File) =>
      wanted.some((kind) => kind === kinds.get(file));
  return entries
    .map(({ route, opens = [] }) => {
      const counts = opens.map((place) => Math.min(files.filter(isOf(place)).length, place.many ? files.length : 1));
      return {
        route,
        files: files.filter((file) => opens.some((place) => isOf(place)(file))),
        count: counts.reduce((sum, count) => sum + count, 0),
        places: counts.filter((count) => count > 0).length,
      };
    })
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || b.places - a.places);
}

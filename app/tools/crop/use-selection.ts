import { wholeImage } from '#core/geometry/box.ts';
import type { Size } from '#core/geometry/point.ts';
import { useToolSettings } from '../../storage/settings.ts';
import { getOwnProperty, storedSide } from '../../storage/stored.ts';
import { largestSelection, type Selection } from './selection.ts';

interface StoredSelection {
  readonly version?: string;
  readonly selection?: Selection;
}

const NOTHING: StoredSelection = {};

function restoreSelection(stored: object): StoredSelection {
  const [version, selection] = [getOwnProperty(stored, 'version'), getOwnProperty(stored, 'selection')];
  const [left, top, right, bottom] = (['left', 'top', 'right', 'bottom'] as const).map((side) =>
    storedSide(getOwnProperty(selection, side)),
  );
  if (typeof version !== 'string' || left === undefined || top === undefined) return NOTHING;
  return right === undefined || bottom === undefined ? NOTHING : { version, selection: { left, top, right, bottom } };
}

/** Returns the largest selection with the aspect ratio; without an aspect ratio, the whole image. */
export const initialSelection = (size: Size, aspect: number | undefined): Selection =>
  aspect === undefined ? wholeImage(size) : largestSelection(size, aspect);

/** Stores the crop selection together with the image's version. Another version of the image resets the selection. */
export function useSelection(
  tool: string,
  version: string | undefined,
  size: Size = { width: 0, height: 0 },
  aspect: number | undefined,
): [selection: Selection, set: (next: Selection, of?: string) => void, forget: () => void, isSet: boolean] {
  const [stored, store] = useToolSettings(tool, 'selection', NOTHING, restoreSelection);
  const current = stored.version === version && stored.selection;
  return [
    current || initialSelection(size, aspect),
    (selection, of = version) => store({ version: of, selection }),
    () => store({ version: undefined }),
    current !== false && current !== undefined,
  ];
}

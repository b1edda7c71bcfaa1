import { useToolSettings } from '../../storage/settings.ts';
import { getOwnProperty } from '../../storage/stored.ts';
import { type Areas, NO_AREAS, parseAreas } from './areas.ts';

interface StoredAreas extends Areas {
  readonly version?: string | undefined;
}

function restoreAreas(stored: object): StoredAreas {
  const version = getOwnProperty(stored, 'version');
  const areas = parseAreas(getOwnProperty(stored, 'areas'));
  return typeof version === 'string' ? { version, areas, active: areas.length - 1 } : NO_AREAS;
}

/** Stores unapplied areas for one version of the image. Any other version starts without areas. */
export function useAreas(
  tool: string,
  version: string | undefined,
): [areas: Areas, set: (next: Areas, of?: string) => void] {
  const [stored, store] = useToolSettings<StoredAreas>(tool, 'areas', NO_AREAS, restoreAreas);
  const areas = stored.version === version ? stored : NO_AREAS;
  return [areas, (next, of = version) => store({ ...next, version: of })];
}

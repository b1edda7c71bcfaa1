import { makeMask } from '#core/operations/make-mask.ts';
import { parseParameters } from '#core/parameters/parse.ts';
import type { Parse } from '../../storage/storage.ts';
import { getOwnProperty, parseStoredFile, storedNumber, storedSide } from '../../storage/stored.ts';
import { type MaskAction, type MaskLog, POINT_LENGTH } from './mask-strokes.ts';
import type { MaskStart } from './mask-worker.ts';

export interface StoredMask {
  readonly start: MaskStart;
  readonly log: MaskLog;
}

export const parseMask: Parse<StoredMask> = (stored) => {
  const start = parseStart(getOwnProperty(stored, 'start'));
  return start && { start, log: parseLog(getOwnProperty(stored, 'log')) };
};

const parseStart: Parse<MaskStart> = (stored) => {
  const [width, height] = [storedSide(getOwnProperty(stored, 'width')), storedSide(getOwnProperty(stored, 'height'))];
  const gray = storedNumber(0, 255)(getOwnProperty(stored, 'gray'));
  if (width === undefined || height === undefined || gray === undefined) return undefined;
  const image = parseStoredFile(getOwnProperty(stored, 'image'));
  return { width, height, gray, ...(image && { image }) };
};

/** Parses stored actions up to the first damaged action, because later actions depend on all earlier actions. */
export function parseLog(stored: unknown): MaskLog {
  const list = getOwnProperty(stored, 'actions');
  const actions: MaskAction[] = [];
  for (const each of Array.isArray(list) ? list.slice(0, strokes.maxItems) : []) {
    const action = parseAction(each);
    if (!action) break;
    actions.push(action);
  }
  const done = storedNumber(0, actions.length)(getOwnProperty(stored, 'done'));
  return { actions, done: done === undefined ? actions.length : Math.floor(done) };
}

const { strokes, selections, refine, grow, feather } = makeMask.params;
const edgeFields = { refine, grow, feather };
const { points: _, ...pen } = strokes.item.fields;

export const penFields = pen;

function parseAction(stored: unknown): MaskAction | undefined {
  const kind = getOwnProperty(stored, 'kind');
  if (kind === 'invert') return { kind };
  try {
    if (kind === 'select') {
      const selection = parseParameters(selections.item.fields, getOwnProperty(stored, 'selection'));
      return { kind, selection, fresh: getOwnProperty(stored, 'fresh') === true };
    }
    if (kind === 'edges') return { kind, edges: parseParameters(edgeFields, getOwnProperty(stored, 'edges')) };
    return parseStroke(stored);
  } catch {
    return undefined;
  }
}

function parseStroke(stored: unknown): MaskAction | undefined {
  const stroke = getOwnProperty(stored, 'stroke');
  const points = getOwnProperty(stroke, 'points');
  if (!(points instanceof Float64Array) || points.length % POINT_LENGTH > 0 || !points.every(Number.isFinite)) return;
  const pen = parseParameters(
    penFields,
    Object.fromEntries(Object.keys(penFields).map((name) => [name, getOwnProperty(stroke, name)])),
  );
  return { kind: 'stroke', stroke: { ...pen, points: points as Float64Array<ArrayBuffer> } };
}

import { overwriteBits } from './bits.ts';
import { equalBytes, escapeNal, lengthPrefixed, NalType, nalRefIdc, nalType, splitAnnexB, unescapeNal } from './nal.ts';
import {
  type PictureParameters,
  parsePictureParameters,
  parseSequenceParameters,
  type SequenceParameters,
} from './parameter-sets.ts';
import { createRepeatMaker, type RepeatMaker } from './repeat-picture.ts';
import { parseSliceHeader, type SliceHeader } from './slice-header.ts';

/** A closed group of pictures as an encoder gave it, in parts. */
export interface PictureGroup {
  readonly sps: Uint8Array;
  readonly pps: Uint8Array;
  /** The slices of each picture, in the order of coding and showing. */
  readonly pictures: readonly (readonly Uint8Array[])[];
}

/**
 * Takes the encoder's pictures apart. Messages, delimiters and filler are dropped: nothing in an
 * MP4 needs them.
 *
 * @param pictures byte streams (annex B), one a picture, the first with its parameter sets
 * @returns `undefined` when it is not such a group: no IDR picture at its start, one in its middle,
 * or more than one parameter set of a kind
 */
export function parseGroup(pictures: readonly Uint8Array[]): PictureGroup | undefined {
  const units = pictures.map(splitAnnexB);
  const sps = onlySet(units.flat(), NalType.sps);
  const pps = onlySet(units.flat(), NalType.pps);
  const slices = units.map((each) => each.filter((unit) => isSlice(unit)));
  const startsWell = slices.every((each, index) =>
    each.every((unit) => (nalType(unit) === NalType.idrSlice) === (index === 0)),
  );
  if (!sps || !pps || !startsWell || slices.some((each) => each.length === 0)) return undefined;
  return { sps, pps, pictures: slices };
}

const isSlice = (unit: Uint8Array) => nalType(unit) >= 1 && nalType(unit) <= 5;

function onlySet(units: readonly Uint8Array[], type: number): Uint8Array | undefined {
  const [first, ...others] = units.filter((unit) => nalType(unit) === type);
  return first && others.every((other) => equalBytes(other, first)) ? first : undefined;
}

/** The group's pictures as MP4 samples, each once. */
export function plainSamples({ pictures }: PictureGroup): Uint8Array<ArrayBuffer>[] {
  return pictures.map(lengthPrefixed);
}

/**
 * The group's pictures as MP4 samples, picture `i` held for `holds[i]` frames: every frame after
 * the first is a repeat that was never encoded. Encoder and decoder see the same references, only
 * the numbers that order the pictures are written anew.
 *
 * @param holds whole numbers from 1, as many as pictures
 * @returns `undefined` when this encoder's pictures do not allow it; they are then to be encoded
 * one by one
 */
export function heldSamples(group: PictureGroup, holds: readonly number[]): Uint8Array<ArrayBuffer>[] | undefined {
  const sps = parseSequenceParameters(group.sps);
  const pps = parsePictureParameters(group.pps);
  if (!formatAllowsRepeats(sps, pps)) return undefined;
  const makeRepeat = createRepeatMaker(sps, pps);
  const samples: Uint8Array<ArrayBuffer>[] = [];
  for (const [index, slices] of group.pictures.entries()) {
    const renumbered = slices.map((slice) => renumber(slice, samples.length, sps, pps));
    if (!renumbered.every((slice) => slice !== undefined)) return undefined;
    samples.push(lengthPrefixed(renumbered));
    const frames = holds[index] as number;
    // Not counted by `samples`: the pictures that references number, which repeats between may not be.
    for (let repeat = 1; repeat < frames; repeat++)
      samples.push(lengthPrefixed([repeatAt(samples.length, index, makeRepeat, sps)]));
  }
  return samples;
}

function formatAllowsRepeats(sps: SequenceParameters, pps: PictureParameters): boolean {
  return (
    sps.framesOnly &&
    !sps.separateColourPlanes &&
    (sps.orderCountType === 0 || sps.orderCountType === 2) &&
    !pps.orderCountInFields &&
    !pps.redundantPictures &&
    pps.sliceGroups === 1
  );
}

/**
 * Order count type 0 writes the order of showing into every picture, so repeats need not be
 * references, and the encoder's own numbering of references stands. Type 2 derives the order from
 * the numbering of references: there every repeat has to be one.
 */
function repeatAt(frame: number, picture: number, makeRepeat: RepeatMaker, sps: SequenceParameters): Uint8Array {
  const isReference = sps.orderCountType === 2;
  return makeRepeat({
    frameNum: wrap(isReference ? frame : picture + 1, sps.frameNumBits),
    orderCount: wrap(2 * frame, sps.orderCountBits),
    isReference,
  });
}

const wrap = (value: number, bits: number) => value % 2 ** bits;

/** The slice with its place in the order written anew; `undefined` where that would change what it refers to. */
function renumber(
  slice: Uint8Array,
  frame: number,
  sps: SequenceParameters,
  pps: PictureParameters,
): Uint8Array | undefined {
  const plain = unescapeNal(slice);
  const header = parseSliceHeader(plain, sps, pps);
  if (!sliceAllowsRepeats(slice, header, sps)) return undefined;
  if (sps.orderCountType === 0)
    overwriteBits(plain, header.orderCountPosition, wrap(2 * frame, sps.orderCountBits), sps.orderCountBits);
  else overwriteBits(plain, header.frameNumPosition, wrap(frame, sps.frameNumBits), sps.frameNumBits);
  return escapeNal(plain);
}

function sliceAllowsRepeats(slice: Uint8Array, header: SliceHeader, sps: SequenceParameters): boolean {
  if (nalRefIdc(slice) === 0 || header.kind === 'other' || header.marksReferences) return false;
  // With references numbered anew, a second one would be a repeat and not the picture it was.
  return sps.orderCountType === 0 || (header.references <= 1 && !header.reordersReferences);
}

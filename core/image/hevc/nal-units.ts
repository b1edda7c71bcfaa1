/** Returns the type of an HEVC NAL unit (ITU-T H.265, table 7-1). */
export const typeOfUnit = ([first = 0]: Uint8Array): number => (first >> 1) & 63;

/** Returns the layer of an HEVC NAL unit. Decoders ignore all layers except layer 0 (ITU-T H.265, 7.4.2.2). */
export const layerOfUnit = ([first = 0, second = 0]: Uint8Array): number => ((first & 1) << 5) | (second >> 3);

export const isSliceType = (type: number): boolean => type <= 9 || (type >= 16 && type <= 21);

/** Counts the slice segments of layer 0, and the pictures that they begin (first_slice_segment_in_pic_flag). */
export function countSlices(units: readonly Uint8Array[]): { readonly slices: number; readonly pictures: number } {
  const slices = units.filter((unit) => layerOfUnit(unit) === 0 && isSliceType(typeOfUnit(unit)));
  return { slices: slices.length, pictures: slices.filter(([, , flags = 0]) => flags >= 128).length };
}

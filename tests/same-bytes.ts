/**
 * An equality tester for `toEqual`: returns `true` for arrays of one type with the same bytes. Returns
 * undefined for all other values, so that they are compared and printed as usual.
 */
export function haveSameBytes(one: unknown, other: unknown): true | undefined {
  if (!isTypedArray(one) || !isTypedArray(other)) return undefined;
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other) || one.byteLength !== other.byteLength)
    return undefined;
  const [left, right] = [bytesOf(one), bytesOf(other)];
  for (let at = 0; at < left.length; at++) if (left[at] !== right[at]) return undefined;
  return true;
}

const isTypedArray = (value: unknown): value is Exclude<ArrayBufferView, DataView> =>
  ArrayBuffer.isView(value) && !(value instanceof DataView);

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) => new Uint8Array(buffer, byteOffset, byteLength);

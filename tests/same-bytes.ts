/**
 * Takes part in `toEqual` and its like: `true` where both are arrays of one type and of the same
 * bytes, which are equal whatever their type is. Of everything else it says nothing, so that what
 * differs is compared and shown as ever.
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

import { describe, expect, it } from 'vitest';
import { haveSameBytes } from './same-bytes.ts';

describe('arrays of the same type and bytes', () => {
  it.each([
    [Uint8ClampedArray.of(1, 2, 3)],
    [Buffer.from('abc')],
    [Float32Array.of(0.5, Number.NaN, -0)],
    [BigInt64Array.of(5n)],
    [new Uint8Array()],
  ])('%o are equal at any offset in their buffers', (array) => {
    const room = new Uint8Array(64);
    room.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), 16);
    const Type = array.constructor as new (buffer: ArrayBuffer, at: number, length: number) => ArrayBufferView;
    const copy = Buffer.isBuffer(array)
      ? Buffer.from(room.buffer, 16, array.length)
      : new Type(room.buffer, 16, array.length);
    expect(haveSameBytes(array, copy)).toBe(true);
    expect({ array }).toStrictEqual({ array: copy });
  });
});

describe('all other values are compared as usual', () => {
  it.each([
    ['one byte more', Uint8Array.of(1, 2), Uint8Array.of(1, 2, 3)],
    ['a different last byte', Uint8Array.of(1, 2), Uint8Array.of(1, 3)],
    ['a different first byte', Uint8Array.of(0, 2), Uint8Array.of(1, 2)],
    ['a different type', Uint8Array.of(1), Int8Array.of(1)],
    ['zeros of different signs', Float32Array.of(0), Float32Array.of(-0)],
    ['a list', Uint8Array.of(1), [1]],
    ['views', new DataView(new ArrayBuffer(1)), new DataView(Uint8Array.of(1).buffer)],
  ])('%s', (_, one, other) => {
    expect(haveSameBytes(one, other)).toBeUndefined();
    expect(one).not.toStrictEqual(other);
  });

  it('so two NaN values with different bytes are equal', () => {
    const [quiet, other] = [new Float32Array(1), new Float32Array(1)];
    new Uint32Array(quiet.buffer)[0] = 0x7fc00000;
    new Uint32Array(other.buffer)[0] = 0x7fc00001;
    expect(haveSameBytes(quiet, other)).toBeUndefined();
    expect(quiet).toEqual(other);
  });
});

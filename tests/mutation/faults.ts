/** A fault that the mutation test inserts into a copy of the project, and the tests that should find it. */
export interface Fault {
  /** Short description of the fault. */
  readonly which: string;
  readonly file: string;
  /** Code that the fault replaces. It occurs once in the file. */
  readonly find: string;
  readonly replace: string;
  /** Fuzz targets that should find the fault. */
  readonly fuzzTargets: readonly string[];
  /** Fast unit tests that run if the fuzzer doesn't find the fault. */
  readonly tests: readonly string[];
}

const jpeg = { fuzzTargets: ['jpeg'], tests: ['tests/core/jpeg.test.ts', 'tests/core/kernels.test.ts'] };
const encoder = { fuzzTargets: ['encoders'], tests: ['tests/core/jpeg.test.ts', 'tests/core/metadata.test.ts'] };
const operations = (...tests: readonly string[]) => ({ fuzzTargets: ['operations'], tests });
const wav = {
  fuzzTargets: ['wav'],
  tests: ['tests/core/audio/wav-reader.test.ts', 'tests/core/audio/samples.test.ts'],
};
const mp3 = { fuzzTargets: ['mp3'], tests: ['tests/core/audio/mp3-to-wav.test.ts'] };
const command = (...tests: readonly string[]) => ({ fuzzTargets: ['command'], tests });

const READER = 'core/image/formats/jpeg/kernels/jpeg-reader.ts';
const INVERSE_DCT = 'core/image/formats/jpeg/kernels/shared/inverse-dct.ts';
const ROWS = 'core/image/formats/jpeg/kernels/shared/rows.ts';
const WRITER = 'core/image/formats/jpeg/kernels/jpeg.ts';
const READ_JPEG = 'core/image/formats/jpeg/read-jpeg.ts';
const RESAMPLE = 'core/image/resample/kernels/resample.ts';
const PIXELS = 'core/wasm/kernels/shared/pixels.ts';
const BLUR = 'core/image/blur/kernels/blur-sharpen.ts';
const MATRIX = 'core/image/color/kernels/color-matrix.ts';
const PCM = 'core/audio/wav/pcm.ts';

/** Small, plausible faults that cause no error message, so that only strict tests find them. */
export const FAULTS: readonly Fault[] = [
  {
    which: 'the JPEG reader paints one color',
    file: INVERSE_DCT,
    find: 'i16x8.add_sat_s(numbers, i16x8.splat(128))',
    replace: 'i16x8.splat(128)',
    ...jpeg,
  },
  {
    which: 'the DC predictor is not carried on',
    file: READER,
    find: 'const value = load<i32>(level) + difference;',
    replace: 'const value = difference;',
    ...jpeg,
  },
  {
    which: 'DC predictors survive a restart marker',
    file: READER,
    find: 'for (let component: usize = 0; component < 3; component++) store<i32>(state + LEVELS',
    replace: 'for (let component: usize = 1; component < 3; component++) store<i32>(state + LEVELS',
    ...jpeg,
  },
  {
    which: 'the marker between restarts is not checked',
    file: READER,
    find: 'if (load<u8>(at) !== 255 || load<u8>(at, 1) !== <u8>(0xd0 + number)) return false;',
    replace: '',
    fuzzTargets: ['jpeg'],
    tests: ['tests/core/jpeg-damage.test.ts'],
  },
  {
    which: 'one constant of the inverse DCT is wrong',
    file: INVERSE_DCT,
    find: 'pair(10703, 4433)',
    replace: 'pair(10703, 4333)',
    ...jpeg,
  },
  {
    which: 'the green of YCbCr is rounded down',
    file: ROWS,
    find: 'const half = i32x4.splat(32768);',
    replace: 'const half = i32x4.splat(0);',
    ...jpeg,
  },
  {
    which: 'interpolated chroma is rounded the same in odd and even columns',
    file: READ_JPEG,
    find: 'kernels.doubleColumns(mixed, row, count, 8, 7, 4)',
    replace: 'kernels.doubleColumns(mixed, row, count, 8, 8, 4)',
    ...jpeg,
  },
  {
    which: 'Cb and Cr are exchanged',
    file: READ_JPEG,
    find: 'kernels.colorRow(lumaRow, blueRow, redRow,',
    replace: 'kernels.colorRow(lumaRow, redRow, blueRow,',
    ...jpeg,
  },
  {
    which: 'the last row of a JPEG is skipped',
    file: READ_JPEG,
    find: 'const end = isLast ? height :',
    replace: 'const end = isLast ? height - 1 :',
    ...jpeg,
  },
  {
    which: 'a part of a JPEG starts at its left edge',
    file: READ_JPEG,
    find: 'new Uint8ClampedArray(memory, target + part.x * 4, part.width * 4)',
    replace: 'new Uint8ClampedArray(memory, target, part.width * 4)',
    fuzzTargets: ['command'],
    tests: ['tests/core/jpeg.test.ts'],
  },
  {
    which: 'a JPEG without its end is decoded',
    file: 'core/image/formats/jpeg/check-jpeg.ts',
    find: "else if (error instanceof RangeError) this.#note('truncated');",
    replace: 'else if (error instanceof RangeError) return this.#damage;',
    fuzzTargets: ['jpeg'],
    tests: ['tests/core/jpeg.test.ts', 'tests/core/image-files.test.ts', 'tests/core/damage.test.ts'],
  },
  {
    which: 'a PNG with alpha of 8 bits is scaled as an opaque image',
    file: 'core/image/formats/png/read-scaled-png.ts',
    find: 'isRefused = mustCheck && !isOpaque',
    replace: 'isRefused = mustCheck && png.form.depth === 16 && !isOpaque',
    fuzzTargets: ['command'],
    tests: ['tests/core/scaled-png.test.ts'],
  },
  {
    which: 'damage below the scaled part of a PNG is ignored',
    file: 'core/image/formats/png/png-rows.ts',
    find: 'if (y >= bottom) continue;',
    replace: 'if (y >= bottom) return undefined;',
    fuzzTargets: ['command'],
    tests: ['tests/core/scaled-png.test.ts'],
  },
  {
    which: 'orientation 6 turns to the left',
    file: 'core/image/orientation.ts',
    find: 'return { origin: bottomLeft, column: -width, row: 1 };',
    replace: 'return { origin: width - 1, column: width, row: -1 };',
    fuzzTargets: ['jpeg', 'png', 'webp'],
    tests: ['tests/core/image-files.test.ts'],
  },
  {
    which: 'color profiles are ignored',
    file: 'core/image/codecs/decode.ts',
    find: 'if (!colors) return decoded;',
    replace: 'if (!colors || header.width > 0) return decoded;',
    fuzzTargets: ['png', 'webp'],
    tests: ['tests/core/profile.test.ts'],
  },
  {
    which: 'a color profile makes an image opaque',
    file: 'core/image/formats/convert-to-srgb.ts',
    find: 'data[index] = raster.data[index] as number;',
    replace: 'data[index] = 255;',
    fuzzTargets: ['png', 'webp'],
    tests: ['tests/core/profile.test.ts'],
  },
  {
    which: 'warnings of damage are swallowed',
    file: 'core/base/damage.ts',
    find: 'onWarning?.({ code: warningCodes[damage], data: { name } });',
    replace: '',
    fuzzTargets: ['jpeg'],
    tests: ['tests/core/damage.test.ts'],
  },
  {
    which: 'refused damage is let through',
    file: 'core/base/damage.ts',
    find: 'if (damage && isRefused(damage, failOn))',
    replace: "if (damage && isRefused(damage, failOn) && failOn === 'warning')",
    fuzzTargets: ['jpeg'],
    tests: ['tests/core/damage.test.ts'],
  },
  {
    which: 'JPG is flattened on black',
    file: 'core/image/codecs/encode.ts',
    find: 'const white = 255 * (1 - alpha);',
    replace: 'const white = 0 * (1 - alpha);',
    ...encoder,
  },
  {
    which: 'red and green are exchanged in the luma of a JPEG',
    file: WRITER,
    find: 'i32x4.dot_i16x8_s(rg, pair(19595, 22086))',
    replace: 'i32x4.dot_i16x8_s(rg, pair(22086, 19595))',
    ...encoder,
  },
  {
    which: 'the chroma of a JPEG is cut short',
    file: WRITER,
    find: 'i32x4.dot_i16x8_s(rg, pair(-11059, -21709))',
    replace: 'i32x4.dot_i16x8_s(rg, pair(-11059, -11709))',
    ...encoder,
  },
  {
    which: 'scaling without a clamp',
    file: RESAMPLE,
    find: 'i8x16.narrow_i16x8_u(head, tail));',
    replace: 'v128.shuffle<u8>(head, tail, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30));',
    ...operations('tests/core/resample.test.ts'),
  },
  {
    which: 'scaling exchanges red and green',
    file: RESAMPLE,
    find: 'i8x16(0, -1, 4, -1, 1, -1, 5, -1, 2, -1, 6, -1, 3, -1, 7, -1)',
    replace: 'i8x16(1, -1, 5, -1, 0, -1, 4, -1, 2, -1, 6, -1, 3, -1, 7, -1)',
    ...operations('tests/core/resample.test.ts'),
  },
  {
    which: 'scaled translucent color is rounded down',
    file: PIXELS,
    find: 'f32x4.add(inRange, f32x4.splat(0.5))',
    replace: 'inRange',
    ...operations('tests/core/resample.test.ts', 'tests/core/kernels.test.ts'),
  },
  {
    which: 'the size of a scaled image is rounded down',
    file: 'core/image/scale.ts',
    find: 'width: Math.max(1, Math.round(size.width * factorX)),',
    replace: 'width: Math.max(1, Math.floor(size.width * factorX)),',
    ...command('tests/core/scale.test.ts'),
  },
  {
    which: 'adjusted color is not clamped at 0',
    file: MATRIX,
    find: 'f32x4.pmax(f32x4.splat(0), level)',
    replace: 'level',
    ...operations('tests/core/adjust-color.test.ts'),
  },
  {
    which: 'a sign of the hue matrix is wrong',
    file: 'core/image/color/color-matrix.ts',
    find: 'BLUE - cos * BLUE - sin * 0.283',
    replace: 'BLUE - cos * BLUE + sin * 0.283',
    ...operations('tests/core/adjust-color.test.ts'),
  },
  {
    which: 'blur is a tenth too weak',
    file: 'core/image/blur-sharpen.ts',
    find: 'return 5 * Math.max(0, -sharpness) * previewScale;',
    replace: 'return 4.5 * Math.max(0, -sharpness) * previewScale;',
    ...operations('tests/core/blur-sharpen.test.ts'),
  },
  {
    which: 'transparent neighbors count in sharpening',
    file: BLUR,
    find: 'return v128.bitselect(middle, neighbors, i32x4.eq(i32x4.shr_u(neighbors, 24), i32x4.splat(0)));',
    replace: 'return v128.bitselect(middle, neighbors, i32x4.splat(0));',
    ...operations('tests/core/blur-sharpen.test.ts'),
  },
  {
    which: 'the weights of luminance are exchanged',
    file: 'core/image/mask/kernels/mask.ts',
    find: '(7152 << 16) | 2126',
    replace: '(2126 << 16) | 7152',
    ...operations('tests/core/make-mask.test.ts'),
  },
  {
    which: 'a crop leaves its last row empty',
    file: 'core/image/crop.ts',
    find: 'for (let row = 0; row < height; row++) {',
    replace: 'for (let row = 0; row < height - 1; row++) {',
    ...operations('tests/core/crop.test.ts'),
  },
  {
    which: 'top and bottom are exchanged in the red of blending',
    file: 'core/image/blend/kernels/blend.ts',
    find: '(((s & 255) << 8) | (b & 255))',
    replace: '(((b & 255) << 8) | (s & 255))',
    ...operations('tests/core/layer.test.ts', 'tests/core/kernels.test.ts'),
  },
  {
    which: '24-bit samples have two bytes exchanged',
    file: PCM,
    find: '((byte(offset) << 8) | (byte(offset + 1) << 16) |',
    replace: '((byte(offset + 1) << 8) | (byte(offset) << 16) |',
    ...wav,
  },
  {
    which: '8-bit samples are scaled by 127',
    file: PCM,
    find: '(byte(offset) - 128) / 128',
    replace: '(byte(offset) - 128) / 127',
    ...wav,
  },
  {
    which: 'a cut-off WAV file is converted without a word',
    file: 'core/audio/wav/wav-reader.ts',
    find: 'claimed % blockBytes !== 0 : claimed > available,',
    replace: 'claimed % blockBytes !== 0 : false,',
    ...wav,
  },
  {
    which: 'MP3 to WAV starts one sample late',
    file: 'core/audio/mp3-to-wav.ts',
    find: 'const from = Math.max(0, skip - start);',
    replace: 'const from = Math.max(0, skip + 1 - start);',
    ...mp3,
  },
  {
    which: 'a WAV file states four bytes too few',
    file: 'core/audio/wav/wav-writer.ts',
    find: 'u32(isLong ? LARGEST : dataBytes),',
    replace: 'u32(isLong ? LARGEST : dataBytes - blockBytes),',
    ...mp3,
  },
  {
    which: 'exit code 0 on failure',
    file: 'scripts/command/main.ts',
    find: 'return report.failures > 0 ? 1 : 0;',
    replace: 'return 0;',
    ...command('tests/command/rules.test.ts'),
  },
  {
    which: 'the last byte of an image is not written',
    file: 'scripts/command/result-sink.ts',
    find: 'await sink.write(bytes, 0);',
    replace: 'await sink.write(bytes.subarray(0, bytes.length - 1), 0);',
    ...command('tests/command/pixels.test.ts'),
  },
  {
    which: 'existing files are replaced without --force',
    file: 'scripts/command/plan.ts',
    find: 'if (force) return { ...job, problem };',
    replace: 'return { ...job, problem };',
    ...command('tests/command/rules.test.ts'),
  },
  {
    which: 'a failed job leaves its temporary file',
    file: 'scripts/command/batch.ts',
    find: 'for (const { pending } of writing) await pending?.discard();',
    replace: '',
    ...command('tests/command/batch.test.ts', 'tests/command/rules.test.ts'),
  },
  {
    which: 'doubled quotes in CSV are left out',
    file: 'core/recipes/rows/table.ts',
    find: "this.cell += '\"';\n      return quote + 2;",
    replace: 'return quote + 2;',
    fuzzTargets: ['written rows'],
    tests: ['tests/command/rows.test.ts'],
  },
];

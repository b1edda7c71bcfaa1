// Implements core/image/blend/blend-kernels.ts in AssemblyScript with SIMD. `npm run kernels` compiles this file.

/** Adding this number to a float from 0 to 255 leaves the nearest integer in the float's lowest byte. */
const ROUND: f32 = 12582912;

/** Value of `luminanceTimesAlpha` for opaque white: 10000 × 255 × 255. */
const FULL: f32 = 650250000;

function byteOf(pixels: v128, shift: i32): v128 {
  return v128.and(i32x4.shr_u(pixels, shift), i32x4.splat(255));
}

function shown(mask: v128): v128 {
  const luminance = i32x4.add(
    i32x4.add(i32x4.mul(byteOf(mask, 0), i32x4.splat(2126)), i32x4.mul(byteOf(mask, 8), i32x4.splat(7152))),
    i32x4.mul(byteOf(mask, 16), i32x4.splat(722)),
  );
  return f32x4.div(f32x4.convert_i32x4_s(i32x4.mul(luminance, byteOf(mask, 24))), f32x4.splat(FULL));
}

function rounded(level: v128): v128 {
  const inRange = f32x4.pmin(f32x4.splat(255), f32x4.pmax(f32x4.splat(0), level));
  return v128.and(f32x4.add(inRange, f32x4.splat(ROUND)), i32x4.splat(255));
}

function lookUp(table: usize, s: v128, b: v128): v128 {
  const places = i32x4.add(i32x4.shl(v128.or(i32x4.shl(s, 8), b), 2), i32x4.splat(<i32>table));
  let found = v128.load32_zero(<usize>i32x4.extract_lane(places, 0));
  found = v128.load32_lane(<usize>i32x4.extract_lane(places, 1), found, 1);
  found = v128.load32_lane(<usize>i32x4.extract_lane(places, 2), found, 2);
  return v128.load32_lane(<usize>i32x4.extract_lane(places, 3), found, 3);
}

function blendOpaque(bottom: usize, top: usize, bytes: usize): void {
  for (let pixel: usize = 0; pixel < 16; pixel += 4) {
    const b = load<u32>(bottom + pixel);
    const s = load<u32>(top + pixel);
    const red = <u32>load<u8>(bytes + (((s & 255) << 8) | (b & 255)));
    const green = <u32>load<u8>(bytes + ((s & 0xff00) | ((b >> 8) & 255)));
    const blue = <u32>load<u8>(bytes + (((s >> 8) & 0xff00) | ((b >> 16) & 255)));
    store<u32>(bottom + pixel, red | (green << 8) | (blue << 16) | 0xff000000);
  }
}

// Result of the last computed color blend mode, as three floats.
let red: f64 = 0;
let green: f64 = 0;
let blue: f64 = 0;

function luminosityOf(r: f64, g: f64, b: f64): f64 {
  return 0.3 * r + 0.59 * g + 0.11 * b;
}

function setScaled(r: f64, g: f64, b: f64, factor: f64, added: f64): void {
  red = r * factor + added;
  green = g * factor + added;
  blue = b * factor + added;
}

function setWithLuminosity(r: f64, g: f64, b: f64, wanted: f64): void {
  setScaled(r, g, b, 1, wanted - luminosityOf(r, g, b));
  const luminosity = luminosityOf(red, green, blue);
  const least = min(red, min(green, blue));
  const most = max(red, max(green, blue));
  let factor: f64 = 1;
  if (least < 0) factor = luminosity / (luminosity - least);
  if (most > 1) factor = min(factor, (1 - luminosity) / (most - luminosity));
  if (factor !== 1) setScaled(red, green, blue, factor, luminosity - luminosity * factor);
}

function setWithSaturation(r: f64, g: f64, b: f64, saturation: f64): void {
  const least = min(r, min(g, b));
  const range = max(r, max(g, b)) - least;
  if (range <= 0) setScaled(0, 0, 0, 0, 0);
  else setScaled(r, g, b, saturation / range, -least * (saturation / range));
}

function levelOf(pixel: u32, shift: u32): f64 {
  return <f64>((pixel >> shift) & 255) / 255;
}

const SATURATION = 1;
const COLOR = 2;

function blendColor(backdrop: u32, source: u32, mode: i32): v128 {
  const r = levelOf(backdrop, 0);
  const g = levelOf(backdrop, 8);
  const b = levelOf(backdrop, 16);
  const sourceR = levelOf(source, 0);
  const sourceG = levelOf(source, 8);
  const sourceB = levelOf(source, 16);
  if (mode === SATURATION) {
    const least = min(sourceR, min(sourceG, sourceB));
    setWithSaturation(r, g, b, max(sourceR, max(sourceG, sourceB)) - least);
    setWithLuminosity(red, green, blue, luminosityOf(r, g, b));
  } else if (mode === COLOR) setWithLuminosity(sourceR, sourceG, sourceB, luminosityOf(r, g, b));
  else setWithLuminosity(r, g, b, luminosityOf(sourceR, sourceG, sourceB));
  return f32x4(byteLevel(red), byteLevel(green), byteLevel(blue), 0);
}

function byteLevel(level: f64): f32 {
  return <f32>(255 * min(<f64>1, max(<f64>0, level)));
}

/** Blend results B(Cb, Cs) of four pixels, one vector per channel (W3C Compositing and Blending Level 1, 10). */
let reds: v128 = i32x4.splat(0);
let greens: v128 = i32x4.splat(0);
let blues: v128 = i32x4.splat(0);

function blendColors(bottom: usize, top: usize, mode: i32): void {
  const first = blendColor(load<u32>(bottom), load<u32>(top), mode);
  const second = blendColor(load<u32>(bottom, 4), load<u32>(top, 4), mode);
  const third = blendColor(load<u32>(bottom, 8), load<u32>(top, 8), mode);
  const fourth = blendColor(load<u32>(bottom, 12), load<u32>(top, 12), mode);
  const redGreenHead = v128.shuffle<f32>(first, second, 0, 4, 1, 5);
  const redGreenTail = v128.shuffle<f32>(third, fourth, 0, 4, 1, 5);
  reds = v128.shuffle<f32>(redGreenHead, redGreenTail, 0, 1, 4, 5);
  greens = v128.shuffle<f32>(redGreenHead, redGreenTail, 2, 3, 6, 7);
  blues = v128.shuffle<f32>(
    v128.shuffle<f32>(first, second, 2, 6, 2, 6),
    v128.shuffle<f32>(third, fourth, 2, 6, 2, 6),
    0,
    1,
    4,
    5,
  );
}

function lookUpColors(source: v128, backdrop: v128, levels: usize): void {
  reds = lookUp(levels, byteOf(source, 0), byteOf(backdrop, 0));
  greens = lookUp(levels, byteOf(source, 8), byteOf(backdrop, 8));
  blues = lookUp(levels, byteOf(source, 16), byteOf(backdrop, 16));
}

/** Weights of source color, blend result and backdrop color for four pixels, and the resulting alpha. */
let ofSource: v128 = i32x4.splat(0);
let ofBoth: v128 = i32x4.splat(0);
let ofBackdrop: v128 = i32x4.splat(0);
let alpha: v128 = i32x4.splat(0);

function composed(source: v128, backdrop: v128, blended: v128, shift: i32): v128 {
  const s = f32x4.convert_i32x4_s(byteOf(source, shift));
  const b = f32x4.convert_i32x4_s(byteOf(backdrop, shift));
  const sum = f32x4.add(f32x4.add(f32x4.mul(ofSource, s), f32x4.mul(ofBoth, blended)), f32x4.mul(ofBackdrop, b));
  return i32x4.shl(rounded(f32x4.div(sum, alpha)), shift);
}

function compose(source: v128, backdrop: v128, alphaS: v128): v128 {
  const alphaB = f32x4.div(f32x4.convert_i32x4_s(byteOf(backdrop, 24)), f32x4.splat(255));
  ofBoth = f32x4.mul(alphaS, alphaB);
  ofSource = f32x4.sub(alphaS, ofBoth);
  ofBackdrop = f32x4.sub(alphaB, ofBoth);
  alpha = f32x4.sub(f32x4.add(alphaS, alphaB), ofBoth);
  const alphas = i32x4.shl(rounded(f32x4.mul(alpha, f32x4.splat(255))), 24);
  const colors = v128.or(
    v128.or(composed(source, backdrop, reds, 0), composed(source, backdrop, greens, 8)),
    composed(source, backdrop, blues, 16),
  );
  // Pixels whose alpha rounds to 0 become transparent black, so that they don't contain a hidden color.
  const result = v128.andnot(v128.or(colors, alphas), i32x4.eq(alphas, i32x4.splat(0)));
  // Where the top layer is transparent, the pixel of the bottom layer stays unchanged, even if its alpha is 0.
  return v128.bitselect(backdrop, result, f32x4.eq(alphaS, f32x4.splat(0)));
}

export function blendRow(
  bottom: usize,
  top: usize,
  mask: usize,
  bytes: usize,
  levels: usize,
  count: i32,
  mode: i32,
): void {
  const end = bottom + ((<usize>count) << 2);
  while (bottom < end) {
    const backdrop = v128.load(bottom);
    const source = v128.load(top);
    const alphas = i32x4.shr_u(v128.and(backdrop, source), 24);
    if (mode === 0 && mask === 0 && i32x4.all_true(i32x4.eq(alphas, i32x4.splat(255)))) {
      blendOpaque(bottom, top, bytes);
    } else {
      let alphaS = f32x4.convert_i32x4_s(byteOf(source, 24));
      if (mask !== 0) alphaS = f32x4.mul(alphaS, shown(v128.load(mask)));
      alphaS = f32x4.div(alphaS, f32x4.splat(255));
      if (v128.any_true(alphaS)) {
        if (mode === 0) lookUpColors(source, backdrop, levels);
        else blendColors(bottom, top, mode);
        v128.store(bottom, compose(source, backdrop, alphaS));
      }
    }
    bottom += 16;
    top += 16;
    if (mask !== 0) mask += 16;
  }
}

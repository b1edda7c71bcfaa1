import { copyRaster, pixelWords, type Raster, wrapRaster } from '../../base/raster.ts';

/** Composes a layer over an image of the same size: source-over with straight alpha (W3C Compositing 1, 9.1.4). */
export function paintOver(image: Raster, layer: Raster): Raster {
  const result = copyRaster(image);
  paintRowsOver(result, layer, 0);
  return result;
}

/** Composes a layer over an image in place. The first row of the layer is over row `firstRow` of the image. */
export function paintRowsOver({ width, data: pixels }: Raster, layer: Raster, firstRow: number): void {
  const data = pixels.subarray(firstRow * width * 4, (firstRow + layer.height) * width * 4);
  const [to, over] = [pixelWords(wrapRaster(width, layer.height, data)), pixelWords(layer)];
  for (let index = 0; index < over.length; index++) {
    const word = over[index] as number;
    if (word === 0) continue;
    const at = index * 4;
    const alpha = layer.data[at + 3] as number;
    if (alpha === 255) to[index] = word;
    else if (alpha > 0) blendPixel(data, layer.data, at, alpha);
  }
}

/** Composes the part of a layer that lies inside an image over the image in place. */
export function paintPart(image: Raster, layer: Raster, left: number, top: number): void {
  const [first, end] = [Math.max(0, -left), Math.min(layer.width, image.width - left)];
  for (let row = Math.max(0, -top); row < Math.min(layer.height, image.height - top) && first < end; row++) {
    const at = ((top + row) * image.width + left + first) * 4;
    const width = end - first;
    const under = wrapRaster(width, 1, image.data.subarray(at, at + width * 4));
    const from = (row * layer.width + first) * 4;
    paintRowsOver(under, wrapRaster(width, 1, layer.data.subarray(from, from + width * 4)), 0);
  }
}

/** Same as `paintRowsOver`, with the blend mode multiply (W3C Compositing 1, 10.1.2). Changes the layer. */
export function multiplyRowsOver(image: Raster, layer: Raster, firstRow: number): void {
  const { data } = layer;
  const start = firstRow * image.width * 4;
  for (let at = 0; at < data.length; at += 4) {
    const under = image.data[start + at + 3] as number;
    for (let channel = at; channel < at + 3; channel++) {
      const share = (255 - under + (under * (image.data[start + channel] as number)) / 255) / 255;
      data[channel] = (data[channel] as number) * share;
    }
  }
  paintRowsOver(image, layer, firstRow);
}

function blendPixel(data: Uint8ClampedArray, layer: Uint8ClampedArray, at: number, alpha: number): void {
  // Weight of the color under a layer, 0 to 255. This weight plus the layer's alpha is the resulting alpha.
  const under = ((data[at + 3] as number) * (255 - alpha)) / 255;
  const whole = alpha + under;
  for (let channel = at; channel < at + 3; channel++)
    data[channel] = ((layer[channel] as number) * alpha + (data[channel] as number) * under) / whole;
  data[at + 3] = whole;
}

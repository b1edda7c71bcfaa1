import type { CoreTasks } from '../platform/workers.ts';

/** All worker functions by name. Inputs and outputs must be cloneable; the buffers of outputs are transferred. */
export const tasks: CoreTasks = {
  'decode-pixels': async (...input) => (await import('../image/codecs/codec-tasks.ts')).decodePixels(...input),
  'encode-pixels': async (...input) => (await import('../image/codecs/codec-tasks.ts')).encodePixels(...input),
  'resample-rows': async (...input) => (await import('../image/resample/resample.ts')).resampleRows(...input),
  'color-matrix-rows': async (...input) => (await import('../image/adjust-color.ts')).colorMatrixRows(...input),
  'convert-colors': async (...input) => (await import('../image/color/color-conversion.ts')).convertColors(...input),
  'blur-rows': async (...input) => (await import('../image/blur/blur-sharpen-rows.ts')).blurRows(...input),
  'sharpen-rows': async (...input) => (await import('../image/blur/blur-sharpen-rows.ts')).sharpenRows(...input),
  'blend-rows': async (...input) => (await import('../image/blend/blend-rows.ts')).blendRows(...input),
  'mask-rows': async (...input) => (await import('../image/blend/blend-rows.ts')).maskRows(...input),
  'place-rows': async (...input) => (await import('../image/place-rows.ts')).placeRows(...input),
  'straighten-tile': async (...input) => (await import('../image/rotate/straighten-tile.ts')).straightenTile(...input),
  'mask-band': async (...input) => (await import('../image/make-mask.ts')).makeMaskBand(...input),
  'cut-out': async (...input) => (await import('../image/remove-background.ts')).cutOut(...input),
  'select-mask': async (...input) => (await import('../image/make-mask.ts')).selectMaskRows(...input),
  'check-jpeg': async (...input) => (await import('../image/formats/jpeg/check-jpeg.ts')).checkJpeg(...input),
  'tokenize-jpeg': async (...input) => (await import('../image/formats/jpeg/jpeg-bands.ts')).tokenizeJpegBand(...input),
  'read-jpeg': async (...input) => (await import('../image/formats/jpeg/read-jpeg.ts')).readJpeg(...input),
  'write-jpeg': async (...input) => (await import('../image/formats/jpeg/jpeg-bands.ts')).writeJpeg(...input),
  'write-progressive-jpeg': async (...input) =>
    (await import('../image/formats/jpeg/progressive-scans.ts')).writeProgressiveScans(...input),
  'read-scaled-png': async (...input) =>
    (await import('../image/formats/png/read-scaled-png.ts')).readScaledPng(...input),
  'encode-png-strip': async (...input) => (await import('../image/formats/png/png-strips.ts')).encodePngStrip(...input),
  'choose-png-filters': async (...input) =>
    (await import('../image/formats/png/png-strips.ts')).choosePngFilters(...input),
  'reduce-colors': async (...input) => (await import('../image/formats/png/reduce-colors.ts')).reduceColors(...input),
  'draw-shapes': async (...input) => (await import('../shapes/draw.ts')).drawScene(...input),
  'write-text': async (...input) => (await import('../text/write.ts')).paintWork(...input),
  'encode-mp3-piece': async (...input) => (await import('../audio/mp3/encode-piece.ts')).encodePiece(...input),
  'decode-mp3-piece': async (...input) => (await import('../audio/mp3/decode-piece.ts')).decodePiece(...input),
  'measure-loudness-piece': async (...input) => (await import('../audio/edit/measure-piece.ts')).measurePiece(...input),
  'render-channels': async (...input) => (await import('../video/audio/render-audio.ts')).renderPlanar(...input),
  'encode-moving': async (...input) => (await import('../video/moving/encode-moving.ts')).encodeMoving(...input),
  'render-audio': async (...input) => (await import('../video/audio/render-audio.ts')).renderAudio(...input),
  'prepare-image': async (...input) => (await import('../video/h264/prepare-image.ts')).prepareImage(...input),
  'encode-gif-frame': async (...input) =>
    (await import('../image/formats/gif/encode-frame.ts')).encodeGifFrame(...input),
};

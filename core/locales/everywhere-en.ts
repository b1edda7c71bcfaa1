import { BUILT_WITH_HEIC } from '../base/built-with.ts';
import type { TranslatedErrorCode } from '../base/error-codes.ts';

/**
 * Texts that every page needs: operations, and errors that pages without a tool can have. `tools-en.ts` has all others of
 * core, `app/locales/` those of the app. `everywhere-ja.ts` does not compile if a key is missing.
 */
export const en = {
  operations: {
    convert: { name: 'Format Converter', summary: 'Convert images to another format' },
    crop: { name: 'Crop', summary: 'Crop images to a rectangle' },
    scale: {
      name: 'Scale',
      summary: 'Resize images by a ratio or to a size',
      /** Additional search terms for the operation, separated by spaces. */
      alsoCalled: 'resize',
    },
    'adjust-color': { name: 'Color Adjust', summary: 'Change light and colors of images' },
    'blur-sharpen': { name: 'Blur/Sharpen', summary: 'Blur or sharpen images' },
    'make-mask': {
      name: 'Mask Creator',
      summary: 'Cut out a subject, or make a mask from a gray level, image or strokes',
    },
    layer: { name: 'Layer', summary: 'Blend images through a mask' },
    'draw-shapes': { name: 'Shape Editor', summary: 'Draw shapes on images or on a blank background' },
    'write-texts': { name: 'Advanced Text Editor', summary: 'Put text on images, in up to ten boxes' },
    'write-horizontal': { name: 'Horizontal Editor', summary: 'Typeset text horizontally' },
    'write-vertical': { name: 'Vertical Editor', summary: 'Typeset text in vertical Japanese columns' },
    'wav-to-mp3': { name: 'WAV to MP3', summary: 'Convert WAV audio to MP3' },
    'mp3-to-wav': { name: 'MP3 to WAV', summary: 'Convert MP3 audio to WAV' },
    'convert-audio': { name: 'Convert Audio', summary: 'Convert audio, or the audio of a video, to another format' },
    'sound-to-video': { name: 'Create Video', summary: 'Make a video from audio and an image' },
    'sound-to-slideshow': { name: 'Slideshow Video', summary: 'Make a video from audio and several images' },
  },
  punctuation: { list: ', ', colon: ': ', sentence: ' ' },
  errors: {
    imageLoad: 'Failed to load image.',
    imageType: 'Please provide a jpg, png or webp file.',
    imageFormat: `This is a {{format}} image. It can’t be opened here. Supported formats: JPG, PNG, WebP, AVIF, ${BUILT_WITH_HEIC ? 'HEIC, ' : ''}GIF, BMP, TIFF and SVG.`,
    storageFull: 'The browser’s storage is full or turned off.',
    settingsCopy: 'Failed to copy settings.',
    settingsPaste: 'Failed to paste settings.',
    settingsTooLarge: 'Settings are too large: at most {{megabytes}} MB.',
    settingsTooDeep: 'Settings are nested too deeply: at most {{depth}} levels.',
    settingsTooManyNames: 'Settings have too many keys in one object: at most {{max}}.',
    linkDamaged: 'The link is damaged or cut off.',
    linkTooLong: 'The recipe is too long for a link: at most {{kilobytes}} kB.',
    fileNotFound: 'File not found: {{name}}',
    folderTooLarge: 'The folder has more than {{max}} files. The others were skipped.',
    listFull: 'The list is full: {{max}} files at most. {{count}} more were skipped.',
    fileGone: 'The file was moved, changed or removed. Open it again.',
    workerStart: 'Part of this page couldn’t load. Check the connection and try again.',
    workerDied: 'The task stopped, perhaps because memory ran out. Nothing was lost; please try again.',
    memoryFull: 'There is not enough memory. Close other tabs, or try a smaller file.',
    imagePaste: 'Failed to paste image.',
    download: 'Failed to download.',
    sampleLoad: 'The sample couldn’t load. Check the connection and try again.',
  } satisfies Partial<Record<TranslatedErrorCode, string>>,
  /** Reasons of errors, shown as the second sentence of an error message. */
  reasons: {
    damaged: 'The file is damaged or cut off.',
    truncated: 'The file is cut off, and part of the image is missing.',
    empty: 'The file is empty.',
    notAnImage: 'The file is not an image.',
    encoder: 'The encoder stopped or returned invalid video.',
    noVideoEncoder: 'No working H.264 encoder.',
    framesMissing: '{{frames}} of {{expected}} frames encoded',
    wavTag: 'format tag {{tag}}',
    wavCodec: '{{codec}} (format tag {{tag}})',
    wavMp3: 'the file holds MP3',
    wavChannels: '{{channels}} channels',
    wavBits: '{{bits}} bits per sample',
  },
};

export type EverywhereWords = typeof en;

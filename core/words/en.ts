/**
 * Core's words in English: names and labels of what operations declare, and every error and
 * warning. This table defines the keys; `ja.ts` does not compile while one is missing. The page
 * adds its own words (`app/locales/`); the command speaks these.
 */
export const en = {
  operations: {
    convert: { name: 'Format converter', summary: 'Write pictures in another format' },
    crop: { name: 'Crop', summary: 'Cut a rectangle out of pictures' },
    scale: { name: 'Scale', summary: 'Resize pictures by a ratio or to a size' },
    inspect: { name: 'Inspect', summary: 'Say what a file is' },
    'wav-to-mp3': { name: 'WAV to MP3', summary: 'Convert WAV sound to MP3' },
    'mp3-to-wav': { name: 'MP3 to WAV', summary: 'Convert MP3 sound to WAV' },
  },
  /** By operation and parameter: the label of the control and the help of the flag. */
  parameters: {
    convert: { format: 'Format', quality: 'Quality' },
    crop: { topX: 'topX', topY: 'topY', bottomX: 'bottomX', bottomY: 'bottomY' },
    scale: { ratio: 'Ratio', keepAspect: 'Keep aspect', width: 'Width', height: 'Height' },
    inspect: {},
    'wav-to-mp3': {
      bitrate: 'Bitrate',
      mode: 'Bitrate mode',
      vbrQuality: 'Quality (0 is best, for a variable bitrate)',
    },
    'mp3-to-wav': { bitDepth: 'Sample format' },
  },
  choices: {
    convert: { format: { jpg: 'JPG', png: 'PNG', webp: 'WebP', avif: 'AVIF' } },
    'wav-to-mp3': { mode: { cbr: 'Constant', vbr: 'Variable' } },
    'mp3-to-wav': { bitDepth: { '16': '16-bit', '24': '24-bit', float: '32-bit float' } },
  },
  units: { px: 'px', percent: '%', seconds: 's', degrees: '°', kbps: 'kbps', points: 'pt', em: 'em', fps: 'fps' },
  errors: {
    imageLoad: 'Failed to load image.',
    imageTooLarge: 'The picture is too large: {{width}} × {{height}} px. The limit is {{megapixels}} megapixels.',
    imageTooLong: 'The picture is too large: {{width}} × {{height}} px. The longest side may have {{side}} px.',
    imageType: 'Please provide a jpg, png or webp file.',
    imageRequired: 'Please upload an image first.',
    imageNotStored: 'No stored image found',
    backgroundGenerate: 'Failed to generate background.',
    imageEncode: 'Failed to generate image.',
    settingsCopy: 'Failed to copy settings.',
    settingsPaste: 'Failed to paste settings.',
    fileNotFound: 'File not found: {{name}}',
    inputRequired: '{{operation}} needs the input "{{input}}".',
    stepNotImage: '{{operation}} does not make a picture, so it cannot be a step of a recipe.',
    inspectUnknown: 'Input has an unsupported or unrecognizable format.',
    audioOnlyWav: 'Please provide a WAV file.',
    audioOnlyMp3: 'Please provide an MP3 file.',
    audioMetadata: 'Failed to read audio metadata.',
    audioConversion: 'Conversion failed.',
    mp3EncoderMissing: 'MP3 encoding not available in this environment.',
    mp3Conversion: 'MP3 conversion failed.',
    mp3FrameMissing: 'No valid MP3 frame found.',
    wavEmpty: 'WAV conversion failed (empty buffer).',
    wavChunkMissing: 'Invalid WAVE file - missing "{{chunk}}" chunk.',
    wavUnsupported: 'Conversion invalid: {{reasons}}',
    parameterRequired: '{{path}} is required.',
    parameterUnknown: '{{path}} is not known here.',
    parameterExclusive: '{{path}} does not go with the other values given.',
    parameterChoice: '{{path}} must be one of {{options}}, not {{value}}.',
    parameterRange: '{{path}} must be from {{min}} to {{max}}, not {{value}}.',
    parameterMin: '{{path}} must be {{min}} or more, not {{value}}.',
    parameterMax: '{{path}} must be {{max}} or less, not {{value}}.',
    parameterDigits: '{{path}} may have {{fractionDigits}} digits after the point, not {{value}}.',
    parameterLength: '{{path}} may have at most {{maxLength}} entries or characters, not {{value}}.',
    parameterBoolean: '{{path}} must be true or false, not {{value}}.',
    parameterColor: '{{path}} must be a colour such as #2b4c7e, not {{value}}.',
    parameterText: '{{path}} must be text, not {{value}}.',
    parameterList: '{{path}} must be a list, not {{value}}.',
    parameterObject: '{{path}} must be an object, not {{value}}.',
    parameterInteger: '{{path}} must be a whole number, not {{value}}.',
    parameterNumber: '{{path}} must be a number, not {{value}}.',
  },
  /** What an error's `reason` says beyond its sentence. */
  reasons: {
    damaged: 'The file is damaged or cut off.',
    empty: 'The file is empty.',
    notAnImage: 'The file is not a picture.',
    unsupported: 'This kind of picture cannot be opened here.',
  },
  warnings: {
    audioTruncated: 'The file is cut off: what is there has been converted.',
    audioClipped: 'Some of the sound was louder than full scale and has been clipped.',
    audioEmpty: 'The file holds no sound.',
    vbrUnavailable: 'A variable bitrate needs WebAssembly: a constant one of about that quality was used.',
  },
};

/** The shape that every language's table has. */
export type CoreWords = typeof en;

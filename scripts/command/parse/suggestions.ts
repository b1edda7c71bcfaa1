/** Commands of other programs, each with the equivalent Fudebako command. */
const COMMANDS: Readonly<Record<string, string>> = {
  resize: 'scale',
  thumbnail: 'scale',
  thumb: 'scale',
  shrink: 'scale',
  mogrify: 'convert',
  compress: 'convert',
  optimize: 'convert',
  encode: 'convert',
  format: 'convert',
  autocrop: 'trim',
  extract: 'crop',
  append: 'join',
  collage: 'join',
  combine: 'join',
  montage: 'join',
  stitch: 'join',
  cut: 'crop',
  color: 'adjust-color',
  grayscale: 'adjust-color',
  monochrome: 'adjust-color',
  sepia: 'adjust-color',
  brightness: 'adjust-color',
  contrast: 'adjust-color',
  hue: 'adjust-color',
  exposure: 'adjust-color',
  vibrance: 'adjust-color',
  saturation: 'adjust-color',
  modulate: 'adjust-color',
  blur: 'blur-sharpen',
  sharpen: 'blur-sharpen',
  censor: 'redact',
  anonymize: 'redact',
  mosaic: 'redact',
  pixelate: 'redact',
  draw: 'draw-shapes',
  shapes: 'draw-shapes',
  mask: 'make-mask',
  composite: 'layer',
  overlay: 'layer',
  blend: 'layer',
  text: 'write-texts',
  write: 'write-horizontal',
  annotate: 'write-texts',
  caption: 'write-texts',
  animate: 'animate-horizontal',
  gif: 'animate-images',
  pdf: 'images-to-pdf',
  img2pdf: 'images-to-pdf',
  video: 'sound-to-video',
  podcast: 'sound-to-video',
  slideshow: 'sound-to-slideshow',
  clip: 'extract-clip',
  frame: 'extract-frame',
  still: 'extract-frame',
  screenshot: 'extract-frame',
  audio: 'convert-audio',
  m4a: 'convert-audio',
  flac: 'convert-audio',
  soundtrack: 'extract-audio',
  mp3: 'wav-to-mp3',
  wav: 'mp3-to-wav',
  info: 'inspect',
  identify: 'inspect',
  metadata: 'inspect',
  probe: 'inspect',
  exif: 'inspect',
  verify: 'inspect',
  recipe: 'run',
  batch: 'run',
  pipeline: 'run',
};

/** Writes an error of Commander like the other messages, and suggests a command for a name of another program. */
export function plainMessage(message: string, known: readonly string[]): string {
  const [, kind, name = '', similar] =
    /^unknown (command|option) '([^']*)'(?: \(Did you mean (.*)\?\))?$/.exec(message) ?? [];
  if (kind) {
    const instead = Object.hasOwn(COMMANDS, name.toLowerCase()) ? COMMANDS[name.toLowerCase()] : undefined;
    const meant = similar ?? (instead && known.includes(instead) ? instead : undefined);
    if (meant) return `Unknown ${kind} ${name}. Did you mean ${meant}?`;
    return `Unknown ${kind} ${name}.${kind === 'command' ? ' fudebako list shows all commands.' : ''}`;
  }
  const [, value, argument, choices] =
    /^command-argument value '([^']*)' is invalid for argument '([^']*)'\. Allowed choices are (.*)\.$/.exec(message) ??
    [];
  if (choices) return `${argument} must be one of ${choices}, not ${value}.`;
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${message.endsWith('.') ? '' : '.'}`;
}

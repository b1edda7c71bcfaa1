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
  trim: 'crop',
  extract: 'crop',
  cut: 'crop',
  color: 'adjust-color',
  grayscale: 'adjust-color',
  brightness: 'adjust-color',
  contrast: 'adjust-color',
  hue: 'adjust-color',
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
  watermark: 'layer',
  blend: 'layer',
  text: 'write-texts',
  write: 'write-horizontal',
  annotate: 'write-texts',
  caption: 'write-texts',
  animate: 'animate-horizontal',
  gif: 'animate-horizontal',
  video: 'sound-to-video',
  podcast: 'sound-to-video',
  slideshow: 'sound-to-slideshow',
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

/** Adds a suggestion to Commander's error about an unknown command, unless Commander has found a similar name. */
export function withSuggestion(message: string, known: readonly string[]): string {
  const [, name] = /^unknown command '([^']*)'$/.exec(message) ?? [];
  if (name === undefined) return message;
  const instead = Object.hasOwn(COMMANDS, name.toLowerCase()) ? COMMANDS[name.toLowerCase()] : undefined;
  if (instead && known.includes(instead)) return `${message} (Did you mean ${instead}?)`;
  return `${message}; fudebako list shows all commands`;
}

import { formatsWith, type OutputFormat } from '#core/image/formats/output-formats.ts';
import type { Field, Parameters } from '#core/parameters/fields.ts';
import { conditionsOf, isVisible } from '#core/parameters/panel.ts';
import { flagName } from '#core/recipes/command-line.ts';
import type { CommandStep } from '../base/environment.ts';
import type { RawFlags } from '../parse/flags.ts';
import { encodingFields } from '../parse/general-flags.ts';
import type { Request } from '../parse/request.ts';
import type { PlannedJob } from './plan.ts';

/** Returns a sentence for each given flag that changes nothing. */
export function unusedFlags(
  { name, output, steps, subject, paths, givenFlags = {} }: Request,
  jobs: readonly PlannedJob[],
): string[] {
  const named = subject && paths.length > 0 ? { [subject.name]: paths } : {};
  const ofParameters = name === 'run' ? [] : steps.flatMap((step) => unusedParameterFlags(step, named, givenFlags));
  const formats = output === 'image' ? jobs.flatMap(({ encoding }) => encoding?.format ?? []) : [];
  const own = name === 'run' ? {} : (steps.find(({ operation }) => !operation.encoding)?.operation.params ?? {});
  return [...ofParameters, ...unusedEncodingFlags(givenFlags, own, formats)];
}

/** Names the formats of the outputs in which an encoding flag has no effect. */
function unusedEncodingFlags(rawFlags: RawFlags, own: Parameters, formats: readonly OutputFormat[]): string[] {
  const written = [...new Set(formats)];
  if (written.length === 0) return [];
  return given(encodingFields, rawFlags).flatMap(([name, field, flag]) => {
    if (Object.hasOwn(own, name)) return [];
    const known: readonly unknown[] =
      formatsWith(name).length > 0 ? formatsWith(name) : (conditionsOf(field)[0]?.format ?? written);
    const others = written.filter((format) => !known.includes(format)).map((format) => format.toUpperCase());
    if (others.length > 0) return [`${flag} has no effect on ${others.sort().join(', ')}.`];
    return unlessSet(flag, field, rawFlags, encodingFields);
  });
}

/** Returns why a flag has no effect, for parameters that other parameters or the step's files make void. */
type Reason = (...given: Given) => string | undefined;

type Given = [params: Readonly<Record<string, unknown>>, files: CommandStep['inputs']];

/** Returns a reason for a flag that has no effect unless `isUsed`. */
const unless =
  (isUsed: (...given: Given) => unknown, reason: string): Reason =>
  (...given) =>
    isUsed(...given) ? undefined : reason;

const count = (value: unknown) => (Array.isArray(value) ? value.length : 0);

/** True if some main image has no entry in a list of the slideshow. */
const someLack =
  (list: string) =>
  (...[params, { main }]: Given) =>
    count(params[list]) < Math.max(1, count(main));

type MaskSelections = {
  readonly subject: { readonly auto: boolean; readonly left?: number };
  readonly wand: { readonly x?: number };
  readonly selections: readonly { readonly kind: string }[];
};

/** Returns the kinds of selections of a mask. */
function kindsOf(params: Readonly<Record<string, unknown>>): readonly string[] {
  const { subject, wand, selections } = params as MaskSelections;
  return [
    ...(subject.auto || subject.left !== undefined ? ['subject'] : []),
    ...(wand.x === undefined ? [] : ['wand']),
    ...selections.map(({ kind }) => kind),
  ];
}

const withSubject = unless((params) => kindsOf(params).includes('subject'), 'without --subject');
const withWand = unless((params) => kindsOf(params).includes('wand'), 'without --wand');
const inHorizontalText: Reason = () => 'in horizontal text';

/** Parameters of `layer` that place and blend the top layer. */
const BLENDING = ['blendMode', 'anchor', 'offsetX', 'offsetY', 'scale', 'rotation', 'opacity'];

const whenBlended: Reason = ({ view }, { top, bottom }) => {
  if (top === undefined || bottom === undefined) return 'without --top and --bottom';
  return view === 'combined' ? undefined : `with --view ${view}`;
};

/** Drawing captions is the only use of their style. */
const burned = {
  captionStyle: unless(({ captionsAs }) => captionsAs !== 'track', 'with --captions-as track'),
} as const;
const animated = {
  ...burned,
  durationSec: unless(({ matchAudio }, { audio }) => !(audio && matchAudio), 'with --audio'),
} as const;

/** Parameters that other parameters can make void, each with the reason. */
const VOID: Readonly<Record<string, Readonly<Record<string, Reason>>>> = {
  'make-mask': { refine: withSubject, tolerance: withWand, contiguous: withWand },
  layer: {
    view: unless(({ view }, layers) => view === 'combined' || count(Object.keys(layers)) > 1, 'with a single layer'),
    ...Object.fromEntries(BLENDING.map((name) => [name, whenBlended])),
    margin: (params, files) =>
      whenBlended(params, files) ?? (params.anchor === 'center' ? 'with --anchor center' : undefined),
  },
  watermark: { gap: unless(({ tile }) => tile, 'with --no-tile') },
  rotate: { keepCorners: unless(({ angle }) => angle !== 0, 'without --angle') },
  'animate-images': {
    delay: unless(({ delays }, { images }) => count(delays) < count(images), 'with --delays for all images'),
  },
  'sound-to-video': burned,
  'sound-to-slideshow': {
    ...burned,
    imageDurationSec: unless(someLack('imageDurationsSec'), 'with --image-durations-sec for all images'),
    fitMain: unless(someLack('fitMainArray'), 'with --fit-main-array for all images'),
    transitionSec: unless((_, { main }) => count(main) > 1, 'with a single image'),
  },
  'write-horizontal': { tateChuYoko: inHorizontalText },
  'animate-horizontal': { ...animated, tateChuYoko: inHorizontalText },
  'animate-vertical': animated,
  'write-texts': {
    tateChuYoko: ({ texts }) =>
      (texts as readonly { readonly useVerticalText: boolean }[]).some(({ useVerticalText }) => useVerticalText)
        ? undefined
        : 'in horizontal text',
  },
};

/** Names flags that have no effect because of another parameter or an input of the operation. */
function unusedParameterFlags(step: CommandStep, named: CommandStep['inputs'], rawFlags: RawFlags): string[] {
  const { params, encoding } = step.operation;
  const files = { ...step.inputs, ...named };
  return given(encoding ? {} : params, rawFlags).flatMap(([name, field, flag]) => {
    if (name === 'background' && rawFlags.flatten === true) return [];
    const { unusedWith } = field;
    if (unusedWith !== undefined && files[unusedWith] !== undefined)
      return [`${flag} has no effect on an ${unusedWith}.`];
    const reason = VOID[step.operation.id]?.[name]?.(step.params, files);
    if (reason !== undefined) return [`${flag} has no effect ${reason}.`];
    if (isVisible(field, step.params)) return unlessSet(flag, field, rawFlags, params);
    const conditions = conditionsOf(field).map((condition) =>
      Object.entries(condition)
        .map(([name, values]) =>
          values.includes(true) ? `--${flagName(name)}` : `--${flagName(name)} ${values.join(' or ')}`,
        )
        .join(' and '),
    );
    return [`${flag} has no effect without ${conditions.join(', or ')}.`];
  });
}

/** Names the parameters without which a flag has no effect. */
function unlessSet(flag: string, { needs = [] }: Field, rawFlags: RawFlags, fields: Parameters): string[] {
  const missing = needs.filter((name) => !isGiven(name, fields[name], rawFlags));
  return missing.length === 0
    ? []
    : [`${flag} has no effect without ${missing.map((name) => `--${flagName(name)}`).join(' and ')}.`];
}

const isGiven = (name: string, field: Field | undefined, rawFlags: RawFlags) =>
  rawFlags[name] !== undefined || (field?.formerly !== undefined && rawFlags[field.formerly] !== undefined);

const given = (fields: Parameters, rawFlags: RawFlags): [name: string, field: Field, flag: string][] =>
  Object.entries(fields)
    .filter(([name, field]) => isGiven(name, field, rawFlags))
    .map(([name, field]) => [name, field, `--${rawFlags[name] === false ? 'no-' : ''}${flagName(name)}`]);

import { FudebakoError } from '../base/errors.ts';
import { parseAspectRatio } from '../image/aspect-ratio.ts';
import type { CoreWords } from '../locales/all-en.ts';
import type { AnyOperation } from '../operations/index.ts';
import type { Field, NumberField } from '../parameters/fields.ts';
import { COLOR, clampNumber, roundToDigits } from '../parameters/parse.ts';
import { optionWords } from './describe.ts';
import { parseOperationParameters } from './recipe.ts';

export interface ParsedPhrase {
  readonly operation: AnyOperation;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Maximum length of a phrase in characters; longer text isn't parsed. */
const MAX_LENGTH = 100;
const MAX_PAIRS = 8;

const ON = ['on', 'yes', 'true', 'オン', 'はい', 'する'];
const OFF = ['off', 'no', 'false', 'オフ', 'いいえ', 'しない'];
const BEFORE_A_VALUE = ['to', 'by', '=', ':', 'を', 'は'];
const AFTER_A_VALUE = ['に', 'で', ','];
const UNITS = ['px', '%', 'deg', '°', 'pt', 'em', 'kb'];

const VERBS: Readonly<Record<string, readonly string[]>> = { convert: ['compress', '圧縮'] };

/** Matches a number of pixels without a label, such as `1200px`, which means a width. */
const UNLABELED_PIXELS = /^\d{1,5}\s*px$/;

interface Label {
  readonly word: string;
  readonly name: string;
}

interface Vocabulary {
  readonly operation: AnyOperation;
  /** Names of an operation in all languages, longest first. */
  readonly names: readonly string[];
  readonly labels: readonly Label[];
  /** Localized option names of choice parameters, by parameter. */
  readonly options: ReadonlyMap<string, readonly Label[]>;
}

export type PhraseParser = (text: string) => readonly ParsedPhrase[];

/**
 * Parses typed phrases such as `scale 50%`, `width 1200`, `crop 16:9`, `hue -0.3`, `彩度 20` in linear time. A phrase has
 * an operation's name or labels of parameters, each before its value. Clamps numbers; fractions may be percentages.
 */
export function createPhraseParser(operations: readonly AnyOperation[], tables: readonly CoreWords[]): PhraseParser {
  const vocabularies = operations.map((operation) => vocabularyOf(operation, tables));
  return (text) => {
    const folded = text.length > MAX_LENGTH ? '' : fold(text);
    if (folded === '') return [];
    const isWidth = UNLABELED_PIXELS.test(folded);
    return vocabularies.flatMap((vocabulary) => {
      const isScale = vocabulary.operation.id === 'scale';
      return readFor(vocabulary, isWidth && isScale ? `width ${folded}` : folded) ?? [];
    });
  };
}

/** Normalizes width, case and minus signs of characters for comparison. */
function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll('\u2212', '-').trim();
}

function vocabularyOf(operation: AnyOperation, tables: readonly CoreWords[]): Vocabulary {
  const { id, params } = operation;
  const translated = tables.flatMap((words) => namesIn(words.operations[id], operation));
  const names = [id, ...translated, ...(VERBS[id] ?? [])].map(fold);
  const labels: Label[] = [];
  const options = new Map<string, Label[]>();
  for (const [name, field] of Object.entries(params)) {
    if (field.kind === 'list' || field.kind === 'group') continue;
    const translations = tables.map((words) => (words.parameters[id] as Readonly<Record<string, unknown>>)[name]);
    for (const word of [name, ...translations]) if (typeof word === 'string') labels.push({ word: fold(word), name });
    if (field.kind !== 'choice') continue;
    const choices = tables.map((words) => optionWords(words, id, name));
    options.set(
      name,
      longestFirst(
        field.options.flatMap((option) =>
          [option, ...choices.map((table) => table?.[option])].flatMap((word) =>
            typeof word === 'string' ? [{ word: fold(word), name: option }] : [],
          ),
        ),
      ),
    );
  }
  return { operation, names: names.toSorted(byLength), labels: longestFirst(labels), options };
}

interface OperationWords {
  readonly name: string;
  readonly alsoCalled?: string;
}

/** Splits an operation's label at `/` or `・`, but not `Blur/Sharpen`: a negative value makes `Blur` ambiguous. */
function namesIn({ name, alsoCalled = '' }: OperationWords, { params }: AnyOperation): readonly string[] {
  const isSigned = Object.values(params).some((field) => field.kind === 'number' && field.min < 0);
  return [name, ...(isSigned ? [] : name.split(/[/・]/)), ...alsoCalled.split(' ')].filter(Boolean);
}

const byLength = (a: string, b: string) => b.length - a.length;
const longestFirst = (labels: readonly Label[]): Label[] => labels.toSorted((a, b) => byLength(a.word, b.word));

const LETTER_OR_DIGIT = /[\p{Script=Latin}\d]/u;

/** True if `text` has `word` at a position, up to a word boundary: `hues` doesn't start with the word `hue`. */
function isWordAt(text: string, at: number, word: string): boolean {
  if (word === '' || !text.startsWith(word, at)) return false;
  const [last = '', next = ''] = [word.at(-1), text[at + word.length]];
  return !(/\p{Script=Latin}/u.test(last) && LETTER_OR_DIGIT.test(next) && /\p{Script=Latin}/u.test(next));
}

/** Returns the position after any blanks and any of the given words. */
function skip(text: string, from: number, words: readonly string[]): number {
  let at = from;
  for (let moved = true; moved; ) {
    moved = false;
    while (text[at] === ' ' || text[at] === '\u3000') at++;
    const word = words.find((each) => isWordAt(text, at, each));
    if (word !== undefined) {
      at += word.length;
      moved = true;
    }
  }
  return at;
}

function readFor(vocabulary: Vocabulary, text: string): ParsedPhrase | undefined {
  const { operation, names, labels } = vocabulary;
  const name = names.find((each) => isWordAt(text, 0, each));
  const params: Record<string, unknown> = {};
  let at = skip(text, name?.length ?? 0, BEFORE_A_VALUE);
  for (let pair = 0; pair < MAX_PAIRS && at < text.length; pair++) {
    const label = labels.find(({ word }) => isWordAt(text, at, word));
    const start = label ? skip(text, at + label.word.length, BEFORE_A_VALUE) : at;
    const value = valueAt(text, start, vocabulary, label?.name, params);
    // A value without a label is valid only after the name of an operation.
    if (!value || (!label && name === undefined) || Object.hasOwn(params, value.name)) return undefined;
    params[value.name] = value.value;
    at = skip(text, value.end, AFTER_A_VALUE);
  }
  return Object.keys(params).length > 0 && at >= text.length ? checked(operation, params) : undefined;
}

function checked(operation: AnyOperation, params: Record<string, unknown>): ParsedPhrase | undefined {
  try {
    parseOperationParameters(operation, params);
    return { operation, params };
  } catch (error) {
    if (error instanceof FudebakoError) return undefined;
    throw error;
  }
}

interface Value {
  readonly name: string;
  readonly value: unknown;
  readonly end: number;
}

/** Parses a value for the labeled parameter, or without a label for the first parameter that accepts the text. */
function valueAt(
  text: string,
  at: number,
  { operation, options }: Vocabulary,
  wanted: string | undefined,
  used: object,
): Value | undefined {
  const fields = Object.entries(operation.params).filter(
    ([name]) => (wanted === undefined || name === wanted) && !Object.hasOwn(used, name),
  );
  for (const [name, field] of fields) {
    const found = readValue(text, at, field, options.get(name), wanted !== undefined);
    if (found) return { name, ...found };
  }
  return undefined;
}

type Read = Pick<Value, 'value' | 'end'>;

function readValue(
  text: string,
  at: number,
  field: Field,
  options: readonly Label[] = [],
  isNamed: boolean,
): Read | undefined {
  switch (field.kind) {
    case 'number':
      return readNumber(text, at, field, isNamed);
    case 'choice': {
      const option = options.find(({ word }) => isWordAt(text, at, word));
      return option && { value: option.name, end: at + option.word.length };
    }
    case 'toggle': {
      if (!isNamed) return undefined;
      // A toggle's label without a value turns the toggle on.
      if (at >= text.length) return { value: true, end: at };
      for (const [words, value] of [
        [ON, true],
        [OFF, false],
      ] as const) {
        const word = words.find((each) => isWordAt(text, at, each));
        if (word !== undefined) return { value, end: at + word.length };
      }
      return undefined;
    }
    case 'color': {
      const end = endOf(text, at, /[#0-9a-f]/);
      return COLOR.test(text.slice(at, end)) ? { value: text.slice(at, end), end } : undefined;
    }
    case 'text': {
      const end = endOf(text, at, /[\d.:/]/);
      const word = text.slice(at, end);
      const isRatio = /[:/]/.test(word) && parseAspectRatio(word) !== undefined;
      return field.maxLength <= 20 && isRatio ? { value: word, end } : undefined;
    }
    default:
      return undefined;
  }
}

function endOf(text: string, from: number, allowed: RegExp): number {
  let at = from;
  while (at < text.length && allowed.test(text[at] as string)) at++;
  return at;
}

function readNumber(text: string, from: number, field: NumberField, isNamed: boolean): Read | undefined {
  const signed = text[from] === '-' || text[from] === '+';
  const digits = endOf(text, from + (signed ? 1 : 0), /[\d.]/);
  const number = text.slice(from, digits);
  if (!/\d/.test(number) || number.split('.').length > 2 || number.length > 12) return undefined;
  const unitAt = skip(text, digits, []);
  const unit = UNITS.find((each) => text.startsWith(each, unitAt));
  const end = unit === undefined ? digits : unitAt + unit.length;
  // A number that is followed by these characters is part of another value, for example of an aspect ratio.
  if (/[:/.\p{Script=Latin}]/u.test(text[end] ?? '')) return undefined;
  const value = valueInUnit(field, Number(number), unit, isNamed);
  return value === undefined ? undefined : { value, end };
}

/** Converts a number to the parameter's unit; `undefined` for other units, or unlabeled numbers outside the limits. */
function valueInUnit(
  field: NumberField,
  amount: number,
  unit: string | undefined,
  isNamed: boolean,
): number | undefined {
  const isShare = field.unit === undefined && Math.abs(field.min) <= 1 && field.max <= 1;
  const isOwn =
    unit === undefined ||
    (unit === '%' && field.unit === 'percent') ||
    (unit === 'px' && field.unit === 'px') ||
    ((unit === 'deg' || unit === '°') && field.unit === 'degrees') ||
    (unit === 'pt' && field.unit === 'points') ||
    (unit === 'em' && field.unit === 'em') ||
    (unit === 'kb' && field.unit === 'kilobytes');
  const inHundredths = isShare && (unit === '%' || (unit === undefined && (amount < field.min || amount > field.max)));
  if (!isOwn && !inHundredths) return undefined;
  const value = inHundredths ? amount / 100 : amount;
  if (field.values && !field.values.includes(value)) return undefined;
  const rounded = roundToDigits(value, field.fractionDigits);
  if (isNamed) return clampNumber(field, value);
  return value >= field.min && value <= field.max && rounded === value ? value : undefined;
}

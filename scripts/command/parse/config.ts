import { lstatSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { FudebakoError, ParameterError } from '#core/base/errors.ts';
import { isReservedName } from '#core/base/outside-json.ts';
import type { Parameters } from '#core/parameters/fields.ts';
import { parseField } from '#core/parameters/parse.ts';
import { checkVersion } from '#core/recipes/recipe-form.ts';
import { readText } from '../../platform/outside-file.ts';
import type { CommandEnvironment } from '../base/environment.ts';
import { describeError, UsageError } from '../base/errors.ts';
import { escapeControls } from '../base/text.ts';
import { parseJson, type RawFlags } from './flags.ts';
import { encodingFields, generalFields } from './general-flags.ts';
import { placeText } from './json-place.ts';
import { readTextOptions } from './text-encoding.ts';

export const CONFIG_NAME = 'fudebako.config.json';

/** A config file with named recipes and defaults of flags. A config file contains only data. */
export interface Config {
  /** Path of the config file relative to the working folder. */
  readonly path: string;
  readonly text: string;
  readonly recipes: Readonly<Record<string, unknown>>;
  /** Defaults of flags, by camelCase name. */
  readonly defaults: RawFlags;
}

const LIMITS = { bytes: 1_000_000, recipes: 200, parents: 64 } as const;

/** Matches names of recipes that can't be mistaken for a path or inline JSON. */
const RECIPE_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** Encoder settings that may have defaults. A default `format` could contradict the output file's extension. */
const { format: _, ...defaultEncoding } = encodingFields;

/** Flags that a config file may set. No flag contains a path: config files can't choose which files are read or written. */
export const defaultFields: Parameters = { ...generalFields, ...defaultEncoding };

export const withGeneralDefaults = (rawFlags: RawFlags, config: Config | undefined): RawFlags =>
  withDefaults(rawFlags, config, generalFields);

export const withEncodingDefaults = (rawFlags: RawFlags, config: Config | undefined): RawFlags =>
  withDefaults(rawFlags, config, defaultEncoding);

function withDefaults(rawFlags: RawFlags, config: Config | undefined, fields: Parameters): RawFlags {
  const given = Object.entries(config?.defaults ?? {}).filter(
    ([name]) => Object.hasOwn(fields, name) && rawFlags[name] === undefined,
  );
  return { ...rawFlags, ...Object.fromEntries(given) };
}

/** Reads the nearest config file from the working folder up to `.git` or home. Skips other users' files. */
export function readConfig(rawFlags: RawFlags, { words, stderr }: ConfigEnvironment): Config | undefined {
  if (rawFlags.config === false) return undefined;
  const warn = (text: string) => stderr.write(`fudebako: ${escapeControls(text)}\n`);
  const found = findConfig(warn);
  if (found === undefined) return undefined;
  const path = relative('.', found);
  let text: string;
  try {
    text = readText(found, LIMITS.bytes, readTextOptions(rawFlags, { words, stderr })(path));
  } catch (error) {
    throw new UsageError(`${path}: ${describeError(error, words)}`);
  }
  const raw = parseJson(text, path, words);
  try {
    return { path, text, ...parseConfig(raw) };
  } catch (error) {
    if (!(error instanceof ParameterError || error instanceof FudebakoError)) throw error;
    const at = error instanceof ParameterError ? error.path : 'version';
    throw new UsageError(`${path}: ${describeError(error, words)}${placeText(text, at)}`);
  }
}

type ConfigEnvironment = Pick<CommandEnvironment, 'words' | 'stderr'>;

function findConfig(warn: (text: string) => void): string | undefined {
  const start = resolve('.');
  let folder = start;
  for (let count = 0; count < LIMITS.parents; count++) {
    const path = join(folder, CONFIG_NAME);
    const status = statSync(path, { throwIfNoEntry: false });
    if (status) {
      // Another user's link may lead to a trusted file, and a trusted link to another user's file.
      if (folder === start || (isTrusted(lstatSync(path).uid) && isTrusted(status.uid))) return path;
      warn(`${relative('.', path)} belongs to another user; ignored.`);
    }
    const parent = dirname(folder);
    if (parent === folder || folder === homedir() || lstatSync(join(folder, '.git'), { throwIfNoEntry: false }))
      return undefined;
    folder = parent;
  }
  return undefined;
}

/** True if the file belongs to the current user or root. Always true on Windows, which has no user IDs. */
const isTrusted = (uid: number) => process.getuid === undefined || uid === 0 || uid === process.getuid();

function parseConfig(raw: unknown): Pick<Config, 'recipes' | 'defaults'> {
  const { $schema, version, recipes = {}, defaults = {}, ...others } = requireObject(raw, '.');
  refuseNames(Object.keys(others), '', others);
  if ($schema !== undefined && typeof $schema !== 'string')
    throw new ParameterError('$schema', { type: 'text' }, $schema);
  checkVersion(version);
  const named = requireObject(recipes, 'recipes');
  const names = Object.keys(named);
  if (names.length > LIMITS.recipes) throw new ParameterError('recipes', { maxLength: LIMITS.recipes }, names.length);
  for (const name of names)
    if (!RECIPE_NAME.test(name)) throw new ParameterError(`recipes.${name}`, { problem: 'unknown' }, name);
  return { recipes: named, defaults: parseDefaults(requireObject(defaults, 'defaults')) };
}

function parseDefaults(raw: Readonly<Record<string, unknown>>): RawFlags {
  refuseNames(
    Object.keys(raw).filter((name) => !Object.hasOwn(defaultFields, name)),
    'defaults.',
    raw,
  );
  return Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [
      name,
      parseField(defaultFields[name] as (typeof defaultFields)[string], value, `defaults.${name}`),
    ]),
  );
}

function requireObject(raw: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    throw new ParameterError(path, { type: 'object' }, raw);
  return raw as Readonly<Record<string, unknown>>;
}

function refuseNames([name]: readonly string[], path: string, raw: Readonly<Record<string, unknown>>): void {
  if (name !== undefined)
    throw new ParameterError(path + name, { problem: isReservedName(name) ? 'reserved' : 'unknown' }, raw[name]);
}

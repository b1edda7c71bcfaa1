import { statSync } from 'node:fs';
import { basename, sep } from 'node:path';
import { ParameterError } from '#core/base/errors.ts';
import { extensionOf } from '#core/base/files.ts';
import { imageFormatOf, outputFormats } from '#core/image/formats/output-formats.ts';
import { refuseLossyName } from '../../platform/outside-file.ts';
import { STDIO } from '../../platform/standard-streams.ts';
import { UsageError } from '../base/errors.ts';
import type { Request } from '../parse/request.ts';

export interface Target {
  readonly path: string;
  readonly isFolder: boolean;
}

/** Decides whether `-o` is a file or folder: by an existing path, then by a final slash, then by the extension. */
export function resolveTarget(request: Request): Target {
  const { target, paths, rows, output, extensions, otherExtensions = [], encoding } = request;
  if (!target) throw new ParameterError('--output', { problem: 'required' }, undefined);
  refuseLossyName(target);
  if (target === STDIO) return standardTarget(request);
  const isFolder = isDirectory(target);
  if (isFolder || target.endsWith('/') || target.endsWith(sep)) return { path: target, isFolder: true };
  const isBatch = rows !== undefined || paths.length > 1 || (paths[0] !== undefined && isDirectory(paths[0]));
  const extension = extensionOf(basename(target));
  if (isBatch || request.outputs) {
    if (isFolder === undefined && !canWrite(output, extensions, extension)) return { path: target, isFolder: true };
    const many = request.outputs ? 'Several outputs' : rows ? 'Table rows' : 'Several inputs';
    throw new UsageError(`${many} need an output folder; ${target} is a file.`);
  }
  if (extension === '' && isFolder === undefined) return { path: target, isFolder: true };
  if (!canWrite(output, extensions, extension)) {
    const known = new Set([...(output === 'image' ? outputFormats : extensions), ...otherExtensions]);
    throw new UsageError(
      `${target}: Unsupported extension. Use .${[...known].join(', .')}; end the name of a folder with a slash.`,
    );
  }
  const format = imageFormatOf(extension);
  if (output === 'image' && encoding.fromFlags.format && encoding.fromFlags.format !== format)
    throw new UsageError(`--format ${encoding.fromFlags.format} can't be combined with ${target}.`);
  return { path: target, isFolder: false };
}

function standardTarget({ paths, rows, outputs }: Request): Target {
  if (outputs) throw new UsageError('Several outputs need an output folder; stdout takes one result.');
  if (rows !== undefined || paths.length > 1 || (paths[0] !== undefined && isDirectory(paths[0])))
    throw new UsageError(`${rows ? 'Table rows' : 'Several inputs'} need an output folder; stdout takes one result.`);
  return { path: STDIO, isFolder: false };
}

export const isDirectory = (path: string): boolean | undefined =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory();

function canWrite(output: Request['output'], extensions: readonly string[], extension: string): boolean {
  return output === 'image' ? imageFormatOf(extension) !== undefined : extensions.includes(extension);
}

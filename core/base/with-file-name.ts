import { FudebakoError } from './errors.ts';
import type { SourceFile } from './files.ts';

/** Runs `work`, and adds a file's name as `data.file` to each FudebakoError that `work` throws. */
export async function withFileName<Result>(file: SourceFile, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof FudebakoError)) throw error;
    throw new FudebakoError(error.code, { ...error.data, file: file.name }, { cause: error });
  }
}

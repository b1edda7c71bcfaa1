import { CancelledError, FudebakoError } from '#core/errors.ts';
import { removeUnfinishedFiles } from '../platform/files.ts';
import { describeError, namingFlags, UsageError } from './errors.ts';
import type { GeneralFlags } from './general.ts';
import { planJobs, type Request } from './plan.ts';
import { parseCommandLine } from './program.ts';
import { createReport, stackOf, type TextStream } from './report.ts';
import type { CommandOperation, CommandWords } from './words.ts';

export interface CommandEnvironment {
  readonly operations: readonly CommandOperation[];
  readonly words: CommandWords;
  readonly stdout: TextStream;
  readonly stderr: TextStream;
}

/**
 * Runs a command line.
 * @returns the exit code: 0 all done; 1 an input failed; 2 the command line is wrong and nothing
 * was touched; 130 and 143 after Ctrl+C and SIGTERM
 */
export async function runCommand(args: readonly string[], environment: CommandEnvironment): Promise<number> {
  const { words, stderr } = environment;
  try {
    const command = await parseCommandLine(args, environment);
    return command.kind === 'finished' ? command.exitCode : await execute(command.request, command.flags, environment);
  } catch (error) {
    const isUsage = error instanceof UsageError || error instanceof FudebakoError || isSystemError(error);
    stderr.write(`fudebako: ${describeError(namingFlags(error), words)}\n`);
    if (args.includes('--debug') || !isUsage) stderr.write(`${stackOf(error)}\n`);
    return isUsage ? 2 : 1;
  }
}

/** Node's errors of a folder that cannot be read, and the like. */
const isSystemError = (error: unknown) => error instanceof Error && 'syscall' in error;

async function execute(request: Request, flags: GeneralFlags, environment: CommandEnvironment): Promise<number> {
  const { stdout, stderr, words } = environment;
  const { json, debug, dryRun } = flags;
  const jobs = await planJobs(request);
  // Codecs and threads take longer to load than a wrong command line takes to be told so.
  const { runBatch } = await import('./batch.ts');
  const report = createReport({ stdout, stderr, words, name: request.name, json, debug });
  const stop = listenForSignals();
  try {
    await runBatch(jobs, request, {
      atOnce: flags.jobs,
      dryRun,
      signal: stop.signal,
      onOutcome: report.outcome,
      onProgress: report.progress,
    });
    return report.failures > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof CancelledError)) throw error;
    return stop.exitCode();
  } finally {
    report.end();
    stop.end();
  }
}

/** How long what is under way may take to stop. */
const GRACE_MS = 1500;
const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

/** Stops the work at the first signal, and the process at the second or when the work does not stop. */
function listenForSignals() {
  const controller = new AbortController();
  let exitCode: number = exitCodes.SIGINT;
  const leave = () => {
    removeUnfinishedFiles();
    process.exit(exitCode);
  };
  const stop = (name: keyof typeof exitCodes) => {
    if (controller.signal.aborted) leave();
    exitCode = exitCodes[name];
    controller.abort();
    setTimeout(leave, GRACE_MS).unref();
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  return {
    signal: controller.signal,
    exitCode: () => exitCode,
    end: () => process.off('SIGINT', stop).off('SIGTERM', stop),
  };
}

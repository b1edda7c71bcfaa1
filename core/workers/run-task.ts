import type { CancelSignal } from '../base/cancel-signal.ts';
import { CancelledError, FudebakoError, serializeError } from '../base/errors.ts';
import type { OperationContext } from '../platform/context.ts';
import type { TaskRunner, TaskTable } from '../platform/workers.ts';
import type { TaskReply, TaskRequest } from './messages.ts';

/** Runs tasks on the calling thread. */
export interface InlineRunner<Table extends TaskTable> extends TaskRunner<Table> {
  /** False after an unexpected error: a crashed codec may have damaged its memory, so no further task must run. */
  readonly isHealthy: boolean;
}

const isAnnounced = (error: unknown) => error instanceof FudebakoError || error instanceof CancelledError;

export function createInlineRunner<Table extends TaskTable>(
  table: Table,
  platform: () => OperationContext['platform'],
): InlineRunner<Table> {
  let isHealthy = true;
  const throwIfAborted = (signal: CancelSignal | undefined) => {
    if (signal?.aborted) throw new CancelledError();
  };
  return {
    size: 1,
    get isHealthy() {
      return isHealthy;
    },
    async run(name, input, { signal, onProgress } = {}) {
      throwIfAborted(signal);
      try {
        const output = await taskOf(table, name)(input, { platform: platform(), onProgress });
        throwIfAborted(signal);
        return output as never;
      } catch (error) {
        isHealthy &&= isAnnounced(error);
        throw error;
      }
    },
  };
}

/** Runs a posted task in a worker and replies; never rejects. After a crash, the reply asks to terminate the worker. */
export async function answerTask(
  table: TaskTable,
  { name, input }: TaskRequest,
  platform: OperationContext['platform'],
  reply: (reply: TaskReply, transfer: ArrayBuffer[]) => void,
  inline?: Pick<InlineRunner<TaskTable>, 'isHealthy'>,
): Promise<void> {
  const needsRestart = () => inline?.isHealthy === false;
  try {
    const onProgress = (fraction: number) => reply({ kind: 'progress', fraction }, []);
    const output = await taskOf(table, name)(input, { platform, onProgress });
    reply({ kind: 'done', output, last: needsRestart() }, transferableBuffers(output));
  } catch (error) {
    reply({ kind: 'failed', error: serializeError(error), last: needsRestart() || !isAnnounced(error) }, []);
  }
}

function taskOf(table: TaskTable, name: string): TaskTable[string] {
  const task = table[name];
  if (!task) throw new TypeError(`There is no task "${name}"`);
  return task;
}

/** Returns the buffers to transfer: of the result, its properties, or the properties of its items. */
function transferableBuffers(value: unknown): ArrayBuffer[] {
  const propertiesOf = (each: unknown) => (typeof each === 'object' && each !== null ? Object.values(each) : []);
  const candidates = ArrayBuffer.isView(value)
    ? [value]
    : Array.isArray(value)
      ? value.flatMap((item) => (ArrayBuffer.isView(item) ? [item] : propertiesOf(item)))
      : propertiesOf(value);
  const buffers = new Set<ArrayBuffer>();
  for (const candidate of candidates)
    if (ArrayBuffer.isView(candidate) && candidate.buffer instanceof ArrayBuffer) buffers.add(candidate.buffer);
  return [...buffers];
}

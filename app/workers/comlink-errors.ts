import { type TransferHandler, transferHandlers } from 'comlink';
import {
  deserializeError,
  FudebakoError,
  isOutOfMemory,
  type SerializedError,
  serializeError,
} from '#core/base/errors.ts';

interface Thrown {
  readonly value: unknown;
}

/** Makes comlink transfer the class and data of core's errors. The page and each worker call this function once. */
export function carryErrors(): void {
  const byDefault = transferHandlers.get('throw') as TransferHandler<Thrown, unknown>;
  const handler: TransferHandler<Thrown, SerializedError> = {
    canHandle: byDefault.canHandle as (value: unknown) => value is Thrown,
    serialize: ({ value }) => [
      serializeError(isOutOfMemory(value) ? new FudebakoError('memoryFull', {}, { cause: value }) : value),
      [],
    ],
    deserialize: (error) => {
      throw deserializeError(error);
    },
  };
  transferHandlers.set('throw', handler);
}

import fs from 'node:fs';
import fsp, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A call of a file system function, for a path in a watched folder. */
export interface FileCall {
  /** The function's name without `Sync`: `open`, `write`, `sync`, `rename`. */
  readonly name: string;
  /** Path of the file; for `link` and `rename`, the existing path. */
  readonly path: string;
  /** The new path, for `link` and `rename`. */
  readonly target: string | undefined;
}

/** The fault, if any: an error code, or `short` for a read or write of half the bytes. */
export type Fault = string | undefined;

export interface FaultOptions {
  /** Called before each file system call, in order. Returns the fault to inject. */
  readonly onCall: (call: FileCall) => Fault;
  /** Called after each file system call that succeeded. */
  readonly onDone?: (call: FileCall) => void;
}

type AnyFunction = (...args: any[]) => any;
type Functions = Record<string, AnyFunction>;

const BY_PATH_ASYNC = ['link', 'lstat', 'mkdir', 'open', 'rename', 'rm', 'stat'] as const;
const BY_PATH_SYNC = [
  ...['accessSync', 'lstatSync', 'openSync', 'readdirSync', 'realpathSync', 'rmSync', 'statSync', 'unlinkSync'],
] as const;
const BY_DESCRIPTOR = ['closeSync', 'fchmodSync', 'fchownSync', 'fstatSync', 'readSync', 'writeSync'] as const;
const OF_HANDLE = ['close', 'read', 'stat', 'sync', 'write'] as const;

const failure = (code: string, { name, path }: FileCall) =>
  Object.assign(new Error(`${code}: planned, ${name} '${path}'`), { code, syscall: name, path, errno: -1 });

/**
 * Wraps the functions of `node:fs` that the command's file layer uses, for paths below a folder and for files opened
 * there. Imports of `node:fs` see the wrapped functions.
 * @returns a function that restores the original functions
 */
export async function installFaults(folder: string, { onCall, onDone }: FaultOptions): Promise<() => void> {
  const prototype = await handlePrototype(folder);
  const undo: (() => void)[] = [];
  const handles = new WeakMap<object, string>();
  const descriptors = new Map<number, string>();
  const inside = (value: unknown): string | undefined => {
    const path = value instanceof URL ? fileURLToPath(value) : value;
    if (typeof path !== 'string') return undefined;
    const full = path.startsWith(sep) ? path : `${process.cwd()}${sep}${path}`;
    return full === folder || full.startsWith(folder + sep) ? full : undefined;
  };
  const replace = (owner: object, name: string, wrap: (original: AnyFunction) => AnyFunction) => {
    const functions = owner as Functions;
    const original = functions[name] as AnyFunction;
    functions[name] = Object.assign(wrap(original), original);
    undo.push(() => {
      functions[name] = original;
    });
  };
  const callOf = (name: string, args: readonly unknown[]): FileCall | undefined => {
    const path = inside(args[0]);
    const target = ['link', 'rename'].includes(name) ? inside(args[1]) : undefined;
    return path === undefined ? undefined : { name: name.replace(/Sync$/, ''), path, target };
  };

  for (const name of BY_PATH_ASYNC)
    replace(
      fsp,
      name,
      (original) =>
        async function wrapped(...args) {
          const call = callOf(name, args);
          if (!call) return original(...args);
          const fault = onCall(call);
          if (fault !== undefined && fault !== 'short') throw failure(fault, call);
          const result = await original(...args);
          if (name === 'open') handles.set(result, call.path);
          onDone?.(call);
          return result;
        },
    );
  for (const name of BY_PATH_SYNC)
    replace(
      fs,
      name,
      (original) =>
        function wrapped(...args) {
          const call = callOf(name, args);
          if (!call) return original(...args);
          const fault = onCall(call);
          if (fault !== undefined && fault !== 'short') throw failure(fault, call);
          const result = original(...args);
          if (name === 'openSync') descriptors.set(result, call.path);
          onDone?.(call);
          return result;
        },
    );
  for (const name of BY_DESCRIPTOR)
    replace(
      fs,
      name,
      (original) =>
        function wrapped(...args) {
          const path = descriptors.get(args[0]);
          if (path === undefined) return original(...args);
          const call = { name: name.replace(/^f(?=ch|st)|Sync$/g, ''), path, target: undefined };
          const fault = onCall(call);
          if (name === 'closeSync') descriptors.delete(args[0]);
          const result = act(fault, call, original, args, undefined);
          onDone?.(call);
          return result;
        },
    );
  for (const name of OF_HANDLE)
    replace(
      prototype,
      name,
      (original) =>
        async function wrapped(this: FileHandle, ...args) {
          const path = handles.get(this);
          if (path === undefined) return original.apply(this, args);
          const call = { name, path, target: undefined };
          const result = await act(onCall(call), call, original, args, this);
          onDone?.(call);
          return result;
        },
    );
  syncBuiltinESMExports();
  return () => {
    for (const each of undo.reverse()) each();
    syncBuiltinESMExports();
  };
}

/** Closes the descriptor even if the call reports an error, as a faulty system does. */
function act(fault: Fault, call: FileCall, original: AnyFunction, args: unknown[], self: unknown): unknown {
  if (fault === undefined) return original.apply(self, args);
  if (fault !== 'short') {
    if (call.name === 'close') return ended(original.apply(self, args), failure(fault, call));
    throw failure(fault, call);
  }
  if (call.name !== 'read' && call.name !== 'write') return original.apply(self, args);
  const offset = self === undefined ? 2 : 1;
  const bytes = args[offset - 1] as Uint8Array;
  const [start = 0, length = bytes.length - (start as number)] = args.slice(offset, offset + 2) as number[];
  const shortened = [...args.slice(0, offset), start, Math.ceil(length / 2), ...args.slice(offset + 2)];
  return original.apply(self, shortened);
}

function ended(closing: unknown, error: Error): unknown {
  if (!(closing instanceof Promise)) throw error;
  return closing.then(() => {
    throw error;
  });
}

async function handlePrototype(folder: string): Promise<object> {
  const handle = await fsp.open(folder, 'r');
  await handle.close();
  return Object.getPrototypeOf(handle);
}

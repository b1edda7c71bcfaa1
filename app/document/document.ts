import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { documentKey } from './database.ts';
import { amend, commit, type History, parseHistory, redo, startHistory, undo, valuesOf } from './history.ts';
import type { Tab } from './tab.ts';

/** What a tool declares about its document. Values are plain and immutable: JSON shows all of a value. */
export interface DocumentKind<Value> {
  readonly key: string;
  readonly initial: Value;
  /** Returns the valid part of a stored value; undefined if there is none. */
  readonly parse: (stored: unknown) => Value | undefined;
  /** IDs of the value's files. Values that share a list of files return the same array in it. */
  readonly filesOf: (value: Value) => readonly (string | readonly string[])[];
}

export interface DocumentState<Value> {
  readonly history: History<Value>;
  /** False until the database has answered. Changes before that are applied to the stored value when it arrives. */
  readonly restored: boolean;
}

/** A pure function from one value to the next. Returns the same value if nothing changes. */
export type Change<Value> = (value: Value) => Value;

export interface VisitorDocument<Value> {
  readonly use: UseBoundStore<StoreApi<DocumentState<Value>>>;
  readonly present: () => Value;
  /** Returns all values of the history, which Undo and Redo can bring back. */
  readonly values: () => readonly Value[];
  /** Reads the stored document once. Resolves when the document is restored, also if nothing was stored. */
  readonly restore: () => Promise<void>;
  /** Applies a change at once. Quick changes with the same `joins` share an undo step. */
  readonly change: (label: string, apply: Change<Value>, joins?: string) => void;
  /** Applies a change without an undo step, such as an adaptation to another image of a batch. */
  readonly amend: (apply: Change<Value>) => void;
  /**
   * Commits a change after `verify` accepts its result. Starts again if the document changes meanwhile, for example
   * because the stored document arrives. Without a label, the change is no undo step of its own. Resolves to false if
   * the change changes nothing, or if a newer attempt has the same `place`. The page asks before it closes.
   */
  readonly attempt: (
    label: string | undefined,
    apply: Change<Value>,
    verify: (next: Value) => Promise<unknown>,
    place?: string,
  ) => Promise<boolean>;
  readonly undo: () => void;
  readonly redo: () => void;
}

const JOIN_MS = 1000;

export function createDocument<Value>(kind: DocumentKind<Value>, tab: Tab): VisitorDocument<Value> {
  const use = create<DocumentState<Value>>(() => ({ history: startHistory(kind.initial), restored: false }));
  const present = () => use.getState().history.present;
  /** Steps since the start, until the stored document is known. */
  let early: ((history: History<Value>) => History<Value>)[] | undefined = [];
  let last: { readonly joins: string | undefined; readonly at: number } | undefined;
  let restoring: Promise<void> | undefined;
  let isStorable = false;

  const filesOf = (history: History<Value>) => [
    ...new Set([...new Set(valuesOf(history).flatMap(kind.filesOf))].flat()),
  ];

  const store = (history: History<Value>) => {
    if (isStorable) tab.writer.submit(kind.key, { files: filesOf(history), history });
  };

  const step = (next: (history: History<Value>) => History<Value>): void => {
    const { history } = use.getState();
    const changed = next(history);
    if (changed === history) return;
    use.setState({ history: changed });
    if (early) {
      early.push(next);
      const release = tab.writer.hold(filesOf(changed));
      void restore().then(release);
      void tab.askBeforeLeaving(restore().then(() => tab.writer.idle()));
    } else store(changed);
  };

  const change: VisitorDocument<Value>['change'] = (label, apply, joins) => {
    if (apply(present()) === present()) return;
    const at = tab.now();
    const isJoined = joins !== undefined && last?.joins === joins && at - last.at < JOIN_MS;
    last = { joins, at };
    step((history) => commit(history, apply(history.present), label, isJoined));
  };

  const travel = (by: typeof undo) => () => {
    last = undefined;
    step(by);
  };

  const read = async (): Promise<{ readonly found: History<Value> | undefined }> => {
    const value = await tab.database.get(documentKey(await tab.slot, kind.key));
    const history = typeof value === 'object' && value !== null && 'history' in value ? value.history : undefined;
    return { found: parseHistory(history, kind.parse) };
  };

  const restore = () => {
    restoring ??= tab.awaitAnswer(read()).then((answer) => {
      const steps = early ?? [];
      const base = answer?.found ?? startHistory(kind.initial);
      const history = steps.reduce((now, next) => next(now), base);
      early = undefined;
      last = undefined;
      // A document that the database refuses to return may still be stored, so nothing replaces it.
      isStorable = answer !== undefined;
      use.setState({ history, restored: true });
      if (history !== base) store(history);
      else void tab.writer.tidy();
    });
    return restoring;
  };

  const amendBy: VisitorDocument<Value>['amend'] = (apply) => {
    if (apply(present()) !== present()) step((history) => amend(history, apply(history.present)));
  };

  /** The newest attempt of each place. */
  const newest = new Map<string, (next: Value) => Promise<unknown>>();
  const attempt: VisitorDocument<Value>['attempt'] = async (label, apply, verify, place) => {
    if (place !== undefined) newest.set(place, verify);
    let release = tab.writer.hold(kind.filesOf(apply(present())).flat());
    void restore();
    try {
      for (;;) {
        const from = present();
        const next = apply(from);
        if (next === from) return false;
        release();
        release = tab.writer.hold(kind.filesOf(next).flat());
        await verify(next);
        if (place !== undefined && newest.get(place) !== verify) return false;
        if (present() !== from) continue;
        if (label === undefined) amendBy(apply);
        else change(label, apply);
        return true;
      }
    } finally {
      release();
      void tab.writer.tidy();
    }
  };

  return {
    use,
    present,
    values: () => valuesOf(use.getState().history),
    restore,
    change,
    amend: amendBy,
    attempt: (...args) => {
      const done = attempt(...args);
      void tab.askBeforeLeaving(done.catch(() => undefined));
      return done;
    },
    undo: travel(undo),
    redo: travel(redo),
  };
}

import fc from 'fast-check';
import type { Database } from '#app/document/database.ts';
import { createDocument, type DocumentKind, type VisitorDocument } from '#app/document/document.ts';
import { type History, parseHistory, startHistory, valuesOf } from '#app/document/history.ts';
import { createTab, type Tab } from '#app/document/tab.ts';

/** One action of a visitor on a document. `file` adds a file; `pick` chooses among what the document contains. */
export interface Action<Value> {
  readonly name: string;
  readonly needsFile?: boolean;
  readonly apply: (value: Value, pick: number, file: string) => Value;
}

/** A document under test with the actions that its tool offers. */
export interface Subject<Value> {
  readonly kind: DocumentKind<Value>;
  readonly actions: readonly Action<Value>[];
}

type Step =
  | {
      readonly do: 'act';
      readonly action: number;
      readonly pick: number;
      readonly from: 'new' | 'sister';
      readonly on: 'document' | 'sister' | 'other tab';
      readonly isVerified: boolean;
      readonly isAmended: boolean;
    }
  | { readonly do: 'undo' | 'redo' | 'reload' | 'answer' | 'quiet' | 'failWrite' | 'failRead' | 'leaveSister' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('act' as const),
      action: fc.nat(20),
      pick: fc.nat(20),
      from: fc.constantFrom('new', 'new', 'sister'),
      isAmended: fc.boolean(),
      on: fc.constantFrom('document', 'document', 'document', 'sister', 'other tab'),
      isVerified: fc.boolean(),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom(
        ...['undo', 'redo', 'reload', 'answer', 'answer', 'quiet', 'failWrite', 'failRead', 'leaveSister'],
      ),
    }),
  },
) as fc.Arbitrary<Step>;

/** The simulated database. Each answer waits until the scheduler releases it, in any order between calls. */
class SimulatedDatabase implements Database {
  readonly values = new Map<string, unknown>();
  /** Number of writes that the disk refuses next. */
  refusals = 0;
  readErrors = 0;
  /** Keys that were read since the page opened, and those of them that could not be read. */
  readonly asked = new Set<string>();
  readonly unread = new Set<string>();

  constructor(private readonly scheduler: fc.Scheduler) {}

  private answer<Result>(label: string, work: () => Result): Promise<Result> {
    return this.scheduler.schedule(Promise.resolve(), label).then(work);
  }

  get = (key: string) => {
    // Later reads of a document only look for its files.
    const isFirst = !this.asked.has(key);
    this.asked.add(key);
    return this.answer(`get ${key}`, () => {
      if (this.readErrors > 0) {
        this.readErrors--;
        if (isFirst) this.unread.add(key);
        throw new DOMException('Blocked', 'UnknownError');
      }
      return this.values.get(key) ?? null;
    });
  };
  keys = () => this.answer('keys', () => [...this.values.keys()]);
  remove = (key: string) => this.answer(`remove ${key}`, () => void this.values.delete(key));
  set = (key: string, value: unknown) =>
    this.answer(`set ${key}`, () => {
      if (this.refusals > 0) {
        this.refusals--;
        throw new DOMException('No space', 'QuotaExceededError');
      }
      this.values.set(key, value instanceof Blob ? value : structuredClone(value));
    });
}

/** A visit of the page in one browser tab. After `isGone`, late answers of the database change nothing. */
class Visit<Value> {
  readonly tab: Tab;
  readonly document: VisitorDocument<Value>;
  /** Another document of the same tab. Both may refer to the same files. */
  readonly sister: VisitorDocument<Value>;
  asks = 0;
  failures = 0;
  isGone = false;
  /** Changes whose proof is still running. */
  readonly underway = new Set<Promise<boolean>>();

  constructor(
    kind: DocumentKind<Value>,
    readonly slot: number,
    database: SimulatedDatabase,
    now: () => number,
  ) {
    const alive = <Result>(answer: Promise<Result>): Promise<Result> =>
      answer.then(
        (value) => (this.isGone ? new Promise<never>(() => {}) : value),
        (error) => {
          if (this.isGone) return new Promise<never>(() => {});
          throw error;
        },
      );
    const refuseIfGone = () => (this.isGone ? new Promise<never>(() => {}) : undefined);
    this.tab = createTab({
      database: {
        get: (key) => refuseIfGone() ?? alive(database.get(key)),
        set: (key, value) => refuseIfGone() ?? alive(database.set(key, value)),
        remove: (key) => refuseIfGone() ?? alive(database.remove(key)),
        keys: () => refuseIfGone() ?? alive(database.keys()),
      },
      slot: Promise.resolve(slot),
      askBeforeLeaving: (work) => {
        this.asks++;
        void work.finally(() => this.asks--);
      },
      onFailure: () => this.failures++,
      now,
      watch: () => {},
    });
    this.document = createDocument(kind, this.tab);
    this.sister = createDocument({ ...kind, key: `${kind.key}-sister` }, this.tab);
    void this.document.restore();
    void this.sister.restore();
  }
}

/** Returns a value as JSON whose keys are sorted. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, each) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );

const isEqual = (one: unknown, other: unknown): boolean => textOf(one) === textOf(other);

function check(holds: boolean, property: string): asserts holds {
  if (!holds) throw new Error(property);
}

interface Operation<Value> {
  readonly apply: ((value: Value) => Value) | 'undo' | 'redo';
  /** True for a change at a press, which is an undo step even if it turns out to change nothing. */
  readonly isStep: boolean;
  /** True for a change without an undo step. */
  readonly isAmended?: boolean;
}

/** Independent reference of a document: a list of all values, and a position in the list. */
function fold<Value>(base: History<Value>, operations: readonly Operation<Value>[]): Value {
  let values = [...valuesOf(base)];
  let at = base.past.length;
  for (const { apply, isStep, isAmended } of operations) {
    if (apply === 'undo') at = Math.max(0, at - 1);
    else if (apply === 'redo') at = Math.min(values.length - 1, at + 1);
    else {
      const next = apply(values[at] as Value);
      if (next === values[at] && !isStep) continue;
      if (isAmended) {
        values = values.with(at, next);
        continue;
      }
      values = [...values.slice(0, at + 1), next];
      at++;
    }
  }
  return values[at] as Value;
}

/** Runs one order of actions and answers, and checks all properties of document.md's proof after each step. */
async function runOnce<Value>({ kind, actions }: Subject<Value>, scheduler: fc.Scheduler, steps: readonly Step[]) {
  const database = new SimulatedDatabase(scheduler);
  let clock = 0;
  const now = () => (clock += 2000);
  const open = (slot: number) => new Visit(kind, slot, database, now);
  let visit = open(1);
  const otherTab = open(2);
  let hasFault = false;
  /** The document as it was stored when the page opened, and all changes since. */
  let opened: History<Value> = startHistory(kind.initial);
  let operations: Operation<Value>[] = [];
  const start = () => JSON.stringify(database.values.get(`1/document/${kind.key}`));
  let storedAtStart = start();
  /** All values that the visitor has seen in the document. */
  const seen = new Set([textOf(kind.initial)]);

  /** Lets all promises run that no answer holds up. */
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  /** Lets the database and the workers answer until nothing waits. */
  const flush = async () => {
    for (await turn(); scheduler.count() > 0; await turn()) await scheduler.waitOne();
  };
  const storedHistory = (key: string) => {
    const stored = database.values.get(`1/document/${key}`) as { readonly history: unknown } | undefined;
    return parseHistory(stored?.history, kind.parse);
  };
  /** IDs of all files that were added in this run. */
  const added: string[] = [];
  /** Finds the files of a history in its text, because `kind.filesOf` may forget a file. */
  const filesOf = (history: History<Value>) => {
    const text = textOf(history);
    return added.filter((id) => text.includes(id));
  };
  const storedFiles = () =>
    [...database.values.keys()].filter((key) => key.startsWith('1/file/')).map((key) => key.slice(7));

  const checkQuiet = async () => {
    await flush();
    const documents = [visit.document, visit.sister].map(({ use }) => use.getState());
    check(
      documents.every(({ restored }) => restored),
      'the document is restored once the database has answered',
    );
    check(visit.asks === 0, 'the page asks before it closes only while something waits');
    if (hasFault) return;
    const [own, sisters] = documents.map(({ history }) => history) as [History<Value>, History<Value>];
    const stored = storedHistory(kind.key);
    check(
      isEqual(stored?.present ?? kind.initial, own.present),
      'the stored document equals the document when nothing waits',
    );
    const used = new Set([...filesOf(own), ...filesOf(sisters)]);
    const found = storedFiles();
    for (const id of used) check(found.includes(id), 'each file of a history is stored');
    check(found.length === used.size, 'no other file stays stored');
  };

  const checkState = () => {
    const { history, restored } = visit.document.use.getState();
    const isRead = restored && !database.unread.has(`1/document/${kind.key}`);
    const base = isRead ? opened : startHistory(kind.initial);
    check(isEqual(history.present, fold(base, operations)), 'the document is the fold of its changes, in order');
    if (visit.underway.size > 0) check(visit.asks > 0, 'the page asks before it closes while a change is verified');
    if (database.unread.has(`1/document/${kind.key}`))
      check(start() === storedAtStart, 'a document that could not be read stays stored');
    else if (
      !hasFault &&
      !isEqual(storedHistory(kind.key)?.present ?? kind.initial, restored ? history.present : fold(opened, operations))
    )
      check(visit.asks > 0, 'the page asks before it closes while something waits');
  };

  const act = ({ action: index, pick, from, on, isVerified, isAmended }: Step & { readonly do: 'act' }) => {
    const action = actions[index % actions.length] as Action<Value>;
    const { tab, document } = on === 'other tab' ? otherTab : { tab: visit.tab, document: visit[on] };
    const theirs =
      on === 'other tab' ? [] : kind.filesOf(visit[on === 'sister' ? 'document' : 'sister'].present()).flat();
    const borrowed = from === 'sister' ? theirs[pick % (theirs.length || 1)] : undefined;
    const file = !action.needsFile ? '' : (borrowed ?? tab.files.add(new Blob([String(now())])));
    if (action.needsFile && !borrowed) added.push(file);
    const apply = (value: Value) => action.apply(value, pick, file);
    if (isVerified) {
      // Work such as decoding delays the change. The document may change meanwhile.
      const verify = () => scheduler.schedule(Promise.resolve(), 'verify');
      const done = document.attempt(action.name, apply, verify);
      if (on !== 'other tab') {
        const { underway } = visit;
        underway.add(done);
        void done.finally(() => underway.delete(done));
      }
      if (document === visit.document) void done.then((isDone) => isDone && operations.push({ apply, isStep: true }));
      return;
    }
    const before = document.present();
    if (isAmended) document.amend(apply);
    else document.change(action.name, apply);
    if (document === visit.document && document.present() !== before)
      operations.push({ apply, isStep: true, isAmended });
    check(isEqual(document.present(), apply(before)), 'a change applies at once to the present value');
  };

  const travel = (way: 'undo' | 'redo') => {
    const { past, present, future } = visit.document.use.getState().history;
    const expected = (way === 'undo' ? past.at(-1) : future[0]) ?? { value: present };
    visit.document[way]();
    check(isEqual(visit.document.present(), expected.value), 'undo and redo restore whole values');
    if (visit.document.use.getState().history.present !== present) operations.push({ apply: way, isStep: true });
  };

  const reload = async () => {
    const before = visit.document.present();
    const mustEqual = visit.asks === 0 && visit.document.use.getState().restored && !hasFault;
    visit.isGone = true;
    await flush();
    const stored = storedHistory(kind.key);
    const value = stored?.present ?? kind.initial;
    if (mustEqual) check(isEqual(value, before), 'what the page would not have asked about is stored');
    check(seen.has(textOf(value)), 'the stored document is one that the visitor has seen');
    database.asked.clear();
    database.unread.clear();
    operations = [];
    opened = stored ?? startHistory(kind.initial);
    storedAtStart = start();
    visit = open(1);
    // Every stored document is complete, unless the disk refused a file.
    if (!hasFault && stored)
      for (const id of filesOf(stored)) check(storedFiles().includes(id), 'a stored document has its files');
  };

  for (const step of steps) {
    if (step.do === 'act') act(step);
    else if (step.do === 'undo' || step.do === 'redo') travel(step.do);
    else if (step.do === 'leaveSister') {
      // Takes back the sister's last change for good, so that its files lose their last reference.
      visit.sister.undo();
      visit.sister.change('reset', () => structuredClone(kind.initial));
    } else if (step.do === 'quiet') await checkQuiet();
    else if (step.do === 'reload') await reload();
    else if (step.do === 'answer' && scheduler.count() > 0) await scheduler.waitOne();
    else if (step.do === 'failWrite' || step.do === 'failRead') {
      hasFault = true;
      if (step.do === 'failWrite') database.refusals = 1;
      else database.readErrors = 1;
    }
    seen.add(textOf(visit.document.present()));
    await turn();
    seen.add(textOf(visit.document.present()));
    checkState();
    for (const id of hasFault ? [] : filesOf(visit.document.use.getState().history))
      check(visit.tab.files.peek(id) !== undefined || storedFiles().includes(id), 'each file of the history exists');
  }
  await checkQuiet();

  const end = visit.document.present();
  const { length } = visit.document.use.getState().history.past;
  for (let at = 0; at < length; at++) visit.document.undo();
  for (let at = 0; at < length; at++) visit.document.redo();
  check(isEqual(visit.document.present(), end), 'undo to the beginning and redo to the end return to the document');
  await checkQuiet();
}

/** Tries `runs` orders of actions and answers on a document. @throws with the seed of a failing order */
export async function tryOrders<Value>(subject: Subject<Value>, seed: number, runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(step, { minLength: 4, maxLength: 24 }), (scheduler, steps) =>
      runOnce(subject, scheduler, steps),
    ),
    { seed, numRuns: runs },
  );
}

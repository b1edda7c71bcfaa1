/** A document's undo history. Immutable: each function returns a new history. */
export interface History<Value> {
  /** Earlier values, oldest first. `label` names the change that followed the value. */
  readonly past: readonly Entry<Value>[];
  readonly present: Value;
  /** Undone values, next first. `label` names the change that leads to the value. */
  readonly future: readonly Entry<Value>[];
}

export interface Entry<Value> {
  readonly value: Value;
  readonly label: string;
}

export const HISTORY_LIMIT = 50;

export const startHistory = <Value>(present: Value): History<Value> => ({ past: [], present, future: [] });

/** Adds a value and discards the undone values. `joins` replaces the present value, within the last undo step. */
export function commit<Value>(history: History<Value>, value: Value, label: string, joins = false): History<Value> {
  const { past, present } = history;
  if (joins && past.length > 0) return { past, present: value, future: [] };
  return { past: [...past, { value: present, label }].slice(-HISTORY_LIMIT), present: value, future: [] };
}

/** Replaces the present value within the last undo step, for changes that the visitor didn't ask for. */
export const amend = <Value>(history: History<Value>, value: Value): History<Value> => ({ ...history, present: value });

export function undo<Value>(history: History<Value>): History<Value> {
  const { past, present, future } = history;
  const last = past.at(-1);
  if (!last) return history;
  return { past: past.slice(0, -1), present: last.value, future: [{ value: present, label: last.label }, ...future] };
}

export function redo<Value>(history: History<Value>): History<Value> {
  const { past, present, future } = history;
  const [next] = future;
  if (!next) return history;
  return { past: [...past, { value: present, label: next.label }], present: next.value, future: future.slice(1) };
}

export const valuesOf = <Value>({ past, present, future }: History<Value>): readonly Value[] => [
  ...past.map(({ value }) => value),
  present,
  ...future.map(({ value }) => value),
];

const LABEL = /^[a-zA-Z-]{1,40}$/;

/** Restores the valid part of a stored history; undefined if its present value is invalid. */
export function parseHistory<Value>(
  stored: unknown,
  parse: (stored: unknown) => Value | undefined,
): History<Value> | undefined {
  const present = parse(property(stored, 'present'));
  if (present === undefined) return undefined;
  const entries = (name: string): readonly Entry<Value>[] => {
    const list = property(stored, name);
    return !Array.isArray(list)
      ? []
      : list.slice(0, HISTORY_LIMIT).flatMap((entry) => {
          const [value, label] = [parse(property(entry, 'value')), property(entry, 'label')];
          return value === undefined || typeof label !== 'string' || !LABEL.test(label) ? [] : [{ value, label }];
        });
  };
  return { past: entries('past'), present, future: entries('future') };
}

const property = (stored: unknown, name: string): unknown =>
  typeof stored === 'object' && stored !== null && Object.hasOwn(stored, name)
    ? (stored as Record<string, unknown>)[name]
    : undefined;

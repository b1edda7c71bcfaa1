import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deskKind } from '#app/desk/document.ts';
import { getOwnProperty, parseStoredFile, storedList, storedText } from '#app/storage/stored.ts';

/** Returns a browser storage that can be full or disabled. */
function storageWith(entries: Record<string, string>, fails = false): Storage {
  const map = new Map(Object.entries(entries));
  return {
    get length() {
      return map.size;
    },
    key: (index) => [...map.keys()][index] ?? null,
    getItem: (name) => map.get(name) ?? null,
    setItem: (name, text) => {
      if (fails) throw new DOMException('full', 'QuotaExceededError');
      map.set(name, text);
    },
    removeItem: (name) => void map.delete(name),
    clear: () => map.clear(),
  };
}

/** Functions that load the persisted states, by storage key. A state has its initial value if nothing is stored. */
const STATES = {
  'shell.sidebar.v1': async () => (await import('#app/shell/sidebar.ts')).useSidebarStore.getState(),
  'shell.theme.v1': async () => (await import('#app/shell/theme.ts')).useThemeStore.getState(),
};

const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
const HOSTILE: readonly string[] = [
  'null',
  '{',
  '[]',
  '"text"',
  '{"state":null}',
  '{"state":[]}',
  '{"state":{"folded":null,"theme":null,"parts":null}}',
  '{"state":{"folded":{"length":1},"theme":{},"parts":[]}}',
  '{"state":{"folded":[null,7,"nothing"],"theme":"red","parts":{"a":7}}}',
  '{"state":{"__proto__":{"folded":["image"],"theme":"dark"}}}',
  `{"state":{"folded":${deep},"theme":${deep},"parts":${deep}}}`,
];

beforeEach(() => {
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('stored data of an earlier visit', () => {
  it.each(Object.keys(STATES) as (keyof typeof STATES)[])('is ignored if invalid under the key %s', async (name) => {
    vi.stubGlobal('localStorage', storageWith({}));
    vi.stubGlobal('sessionStorage', storageWith({}));
    const fresh = JSON.stringify(await STATES[name]());
    for (const text of HOSTILE) {
      vi.resetModules();
      vi.stubGlobal('localStorage', storageWith({ [name]: text }));
      expect(JSON.stringify(await STATES[name]()), text.slice(0, 80)).toBe(fresh);
    }
  });

  it('is validated field by field', async () => {
    vi.stubGlobal('localStorage', storageWith({ 'shell.sidebar.v1': '{"state":{"folded":["text",5,"image"]}}' }));
    expect(await STATES['shell.sidebar.v1']()).toEqual({ folded: ['text', 'image'] });
  });
});

describe('the settings of a tool', () => {
  /** Simulates a new visit with this storage, changes a tool's pen settings if `change` is set, and returns them. */
  async function settingsIn(storage: Storage, tool: string, change?: object): Promise<object | undefined> {
    vi.resetModules();
    vi.stubGlobal('localStorage', storage);
    const { settingsOf } = await import('#app/storage/settings-store.ts');
    const settings = settingsOf(tool);
    if (change) settings.update(({ parts }) => ({ parts: { ...parts, pen: change } }));
    // Waits until the tab has a storage slot, because a tab without a slot stores nothing.
    await (await import('#app/storage/workspace.ts')).workspace();
    return settings.use.getState().parts.pen;
  }
  const keys = (storage: Storage) =>
    Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').toSorted();

  it('are stored under a key of that tool', async () => {
    const storage = storageWith({});
    await settingsIn(storage, 'mask_creator', { gray: 7 });
    await settingsIn(storage, 'scaler', { gray: 9 });
    expect(keys(storage)).toEqual(['fudebako-mask_creator-settings-v1', 'fudebako-scaler-settings-v1']);
    expect(await settingsIn(storage, 'mask_creator')).toEqual({ gray: 7 });
    expect(await settingsIn(storage, 'scaler')).toEqual({ gray: 9 });
  });

  it.each([...HOSTILE, '{"state":{"parts":{"__proto__/pen":{"gray":7},"/":{"a":1},"mask_creator/pen":7}}}'])(
    'are the defaults if %s is stored',
    async (text) => {
      const stored = storageWith({ 'fudebako-mask_creator-settings-v1': text });
      expect(await settingsIn(stored, 'mask_creator')).toBeUndefined();
    },
  );
});

describe('in a browser without storage', () => {
  it.each([
    ['storage that is full', () => storageWith({}, true)],
    ['storage that is disabled', () => undefined],
  ])('settings work, with one notice: %s', async (_, storage) => {
    vi.stubGlobal('localStorage', storage());
    const { toggleGroup, useSidebarStore } = await import('#app/shell/sidebar.ts');
    toggleGroup('text');
    toggleGroup('image');
    expect(useSidebarStore.getState().folded).toEqual(['text', 'image']);
    const { closeNotice, useNotices } = await import('#app/notices/notices.ts');
    expect(useNotices.getState().shown).toEqual(['settingsNotKept']);
    closeNotice('settingsNotKept');
    toggleGroup('text');
    expect(useNotices.getState().shown).toEqual([]);
  });
});

describe('several browser tabs', () => {
  /** Opens a tab while other tabs have the storage slots `lockedSlots`. Returns its slot. */
  async function slotOf(
    lockedSlots: readonly number[],
    screen: Record<string, string> = {},
    local: Record<string, string> = {},
  ): Promise<number> {
    vi.resetModules();
    vi.stubGlobal('localStorage', storageWith({ 'fudebako-workspace-v1': '2', ...local }));
    vi.stubGlobal('sessionStorage', storageWith(screen));
    const request = async (name: string, { signal }: LockOptions, use: (lock: unknown) => unknown) => {
      const isLocked = lockedSlots.some((slot) => name === `fudebako-workspace-${slot}`);
      if (isLocked && signal) throw new DOMException('Not in time', 'TimeoutError');
      void use(isLocked ? null : {});
    };
    vi.stubGlobal('navigator', { locks: { request } });
    return (await import('#app/storage/workspace.ts')).workspace();
  }

  it('pass the storage slot of a closed tab to a new tab, and each open tab keeps its slot', async () => {
    expect([await slotOf([]), await slotOf([2]), await slotOf([1, 2])]).toEqual([2, 1, 3]);
  });

  it('use separate storage slots for a tab and its duplicate', async () => {
    const own = { 'fudebako-workspace': '2' };
    expect(await slotOf([2], own)).toBe(1);
    // The original has just left its page, and comes back.
    const leaving = { 'fudebako-leaving-v1': `2 ${Date.now()}` };
    expect(await slotOf([], own, leaving)).toBe(1);
    expect(await slotOf([], { ...own, 'fudebako-workspace-left': 'yes' }, leaving)).toBe(2);
    // A browser that has crashed restores the tab, and nobody has left.
    expect(await slotOf([], own)).toBe(2);
  });

  it('change the same settings, and both changes are kept', async () => {
    const storage = storageWith({});
    vi.stubGlobal('localStorage', storage);
    const { toggleGroup, useSidebarStore } = await import('#app/shell/sidebar.ts');
    toggleGroup('text');
    storage.setItem('shell.sidebar.v1', '{"state":{"folded":["text","video"]}}');
    toggleGroup('image');
    expect(useSidebarStore.getState().folded).toEqual(['text', 'video', 'image']);
    expect(JSON.parse(storage.getItem('shell.sidebar.v1') ?? '')).toEqual({
      state: { folded: ['text', 'video', 'image'] },
    });
  });
});

describe('parsing a database entry', () => {
  const blob = new Blob(['x']);
  const junk = [
    undefined,
    null,
    7,
    'text',
    [],
    {},
    { name: 7, blob },
    { name: 'a', blob: 'b' },
    Object.create({ name: 'a', blob }),
  ];

  it('returns a file with its name, or undefined for an invalid entry', () => {
    expect(parseStoredFile({ name: 'a.png', blob, more: 1 })).toEqual({ name: 'a.png', blob });
    for (const stored of junk) expect(parseStoredFile(stored)).toBeUndefined();
    expect(parseStoredFile({ name: 'a'.repeat(5000), blob })).toBeUndefined();
  });

  it('returns the open image with its steps, and nothing if either is invalid', () => {
    const steps = [{ step: { operation: 'crop', params: { topX: 0, topY: 0, bottomX: 4, bottomY: 4 } }, off: true }];
    const image = { id: '1', name: 'a.png' };
    const blank = { id: '2', name: 'blank', blank: { width: 4, height: 3, color: '#ff0000' } };
    for (const each of [image, blank])
      expect(deskKind.parse({ image: { ...each, more: 1 }, steps, more: 1 })).toEqual({ image: each, steps });
    expect(deskKind.parse({ image: { ...blank, blank: { ...blank.blank, width: 1e9 } }, steps })).toEqual({
      steps: [],
    });
    for (const stored of [...junk, { image, steps: [{ step: { operation: 'crop', params: { topX: -4 } } }] }])
      expect(deskKind.parse(stored)).toBeUndefined();
  });

  it('returns the valid items of a list, up to the maximum length', () => {
    expect(storedList(storedText, 2)(['a', 7, 'b'])).toEqual(['a']);
    expect(storedList(storedText, 2)({ length: 1, 0: 'a' })).toBeUndefined();
    expect(getOwnProperty(JSON.parse('{"__proto__":{"a":1}}'), 'a')).toBeUndefined();
  });
});

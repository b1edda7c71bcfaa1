import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const stored = vi.hoisted(() => new Map<string, unknown>());
vi.mock('localforage', () => ({
  default: {
    createInstance: () => ({
      keys: async () => [...stored.keys()],
      removeItem: async (key: string) => void stored.delete(key),
    }),
  },
}));

// Each test starts the page anew.
beforeEach(() => {
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllGlobals();
  stored.clear();
});

it('the first look at the stored documents removes what only older builds have stored', async () => {
  const kept = ['1/document/desk', '2/document/layer', '1/file/mask', 'saved-image', 'own-fonts/own:top'];
  const former = [
    'scaler/workbench',
    'scaler/many',
    '2/scaler/many/a1',
    '3/layer/top',
    'layer/mask',
    '2/sound_to_video/slots',
    'wav_to_mp3/queue',
    'editor/sound',
    'shape_editor/shapeImage12',
    'fonts/own',
  ];
  for (const key of [...kept, ...former]) stored.set(key, {});
  const { documentDatabase } = await import('#app/storage/storage.ts');
  expect(await documentDatabase.keys()).toEqual(kept);
  expect([...stored.keys()]).toEqual(kept);
});

it('the first settings that are read remove the settings of older builds', async () => {
  const removed: string[] = [];
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {},
    removeItem: (key: string) => removed.push(key),
  });
  const { settingsOf } = await import('#app/storage/settings-store.ts');
  settingsOf('scaler');
  settingsOf('cropper');
  expect(removed).toEqual(['fudebako-settings-v1']);
});

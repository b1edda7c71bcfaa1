import { describe, expect, it } from 'vitest';
import { screens } from '#app/state/catalogue.ts';
import { sharedFileOf } from '#scripts/build/shared-files.ts';

const route = (name: string) => `/app/routes/${name}.tsx`;
const groups = new Map<string, string>(screens.map(({ route, group }) => [route, group]));
const pictureTools = [...groups.keys()].filter((name) => ['image', 'text'].includes(groups.get(name) ?? ''));

const importsOf =
  (table: Readonly<Record<string, readonly string[]>>, later: Readonly<Record<string, readonly string[]>> = {}) =>
  (id: string) => ({ importers: table[id] ?? [], dynamicImporters: later[id] ?? [] });

/** The file of a module that a part imports, which in turn these files import, and these later. */
const fileOf = (importers: readonly string[], later: readonly string[] = []) =>
  sharedFileOf(
    '/app/parts/x.ts',
    importsOf(
      { '/app/parts/x.ts': ['/app/parts/Part.tsx'], '/app/parts/Part.tsx': importers },
      { '/app/parts/Part.tsx': later },
    ),
  );

describe('the files of the build that screens share', () => {
  it('leaves to Rollup what a few tools share', () => {
    expect(fileOf(pictureTools.slice(0, 3).map(route))).toBeUndefined();
    expect(fileOf(['sound_to_video', 'video_playback'].map(route))).toBeUndefined();
  });

  it('puts together what most picture tools share, apart by what other tools need', () => {
    const most = pictureTools.slice(2).map(route);
    expect(fileOf(most)).toBe('picture-tools');
    expect(fileOf([...most, route('wav_to_mp3')])).toBe('most-tools');
    expect(fileOf([...most, route('wav_to_mp3'), route('video_playback')])).toBe('all-tools');
  });

  it('parts from it what pages without tools fetch later', () => {
    const every = pictureTools.map(route);
    expect(fileOf(every, ['/app/shell/Shell.tsx'])).toBe('picture-tools-and-frame');
    expect(fileOf([...every, route('video_playback')], [route('privacy')])).toBe('all-tools-and-frame');
    expect(fileOf(every, [route('cropper'), '/app/features/crop/Cropper.tsx'])).toBe('picture-tools');
  });

  it('keeps out of the tools’ files what pages without tools need', () => {
    const every = pictureTools.map(route);
    expect(fileOf([...every, route('privacy')])).toBe('frame');
    expect(fileOf([...every, '/app/root.tsx'])).toBe('frame');
    expect(fileOf([...every, '/app/shell/Shell.tsx'])).toBe('frame');
    expect(sharedFileOf('/node_modules/react-dom/client.js', () => ({ importers: every, dynamicImporters: [] }))).toBe(
      'react',
    );
  });

  it('passes through the frame’s parts to what they are part of', () => {
    const imports = importsOf({
      '/app/state/y.ts': ['/app/shell/Sidebar.tsx'],
      '/app/shell/Sidebar.tsx': pictureTools.map(route),
    });
    expect(sharedFileOf('/app/state/y.ts', imports)).toBe('picture-tools');
  });

  it('does not lose its way in a circle', () => {
    expect(sharedFileOf('/a.ts', importsOf({ '/a.ts': ['/b.ts'], '/b.ts': ['/a.ts'] }))).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { commandLine, flagName } from '#core/command-line.ts';

describe('commandLine', () => {
  it('writes one step as its own command', () => {
    const step = { operation: 'crop', params: { topX: 1, topY: 2, bottomX: 30, bottomY: 40 } } as const;
    expect(commandLine([step], 'my photo.jpg', 'out.png')).toBe(
      "npx fudebako crop 'my photo.jpg' -o out.png --top-x 1 --top-y 2 --bottom-x 30 --bottom-y 40",
    );
  });

  it('writes switches, and leaves out what is not set', () => {
    const params = { width: 300, ratio: undefined, keepAspect: true };
    expect(commandLine([{ operation: 'scale', params }], 'a.png', 'b.png')).toBe(
      'npx fudebako scale a.png -o b.png --width 300 --keep-aspect',
    );
  });

  it('writes several steps by way of a recipe, quoted for a shell', () => {
    const recipe = [{ operation: 'scale', params: { ratio: 0.5 } }, { operation: 'convert' }] as const;
    expect(commandLine(recipe, "it's.png", 'b.png')).toBe(
      `echo '${JSON.stringify(recipe)}' > recipe.json && npx fudebako run recipe.json 'it'\\''s.png' -o b.png`,
    );
  });

  it('names the files of the other inputs', () => {
    const inputs = { fonts: ['My Brush.ttf', 'b.otf'], mask: 'm.png' };
    expect(commandLine([{ operation: 'write-texts', params: { width: 9 }, inputs }], 'a.png', 'b.png')).toBe(
      "npx fudebako write-texts a.png -o b.png --fonts 'My Brush.ttf' --fonts b.otf --mask m.png --width 9",
    );
  });

  it('needs no file where the first step makes the picture', () => {
    expect(commandLine([{ operation: 'write-texts', params: { background: '#ffffff' } }], undefined, 'b.png')).toBe(
      "npx fudebako write-texts -o b.png --background '#ffffff'",
    );
  });

  it('names flags in kebab-case', () => {
    expect(flagName('durStartSec')).toBe('dur-start-sec');
  });
});

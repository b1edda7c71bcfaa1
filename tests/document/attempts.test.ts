import { expect, it } from 'vitest';
import { createDocument } from '#app/document/document.ts';
import { tabWith } from './tab.ts';

it('of two attempts for one place, the newer one stays, whichever is verified first', async () => {
  const kind = { key: 'words', initial: '', parse: () => undefined, filesOf: () => [] };
  const words = createDocument<string>(kind, tabWith());
  await words.restore();
  let answerOlder = () => {};
  const late = new Promise<void>((resolve) => {
    answerOlder = resolve;
  });
  const older = words.attempt(
    'set',
    () => 'older',
    () => late,
    'shape',
  );
  expect(
    await words.attempt(
      'set',
      () => 'newer',
      async () => {},
      'shape',
    ),
  ).toBe(true);
  expect(
    await words.attempt(
      'set',
      (text) => `${text}, and elsewhere`,
      async () => {},
      'other',
    ),
  ).toBe(true);
  answerOlder();
  expect(await older).toBe(false);
  expect(words.present()).toBe('newer, and elsewhere');
});

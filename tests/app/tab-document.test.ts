import { describe, expect, it } from 'vitest';
import { TabDocument } from '#app/state/tab-document.ts';

interface Item {
  readonly word: string;
}

const create = () =>
  new TabDocument<Item>({
    key: 'texts',
    list: 'texts',
    tabs: 2,
    restore: (stored) => ({ word: String((stored as Item | undefined)?.word ?? '') }),
    fit: (item) => item,
    refit: (item) => item,
    isFree: ({ word }) => word === '',
  });

const words = (document: TabDocument<Item>) => document.use.getState().history.present.map(({ word }) => word);

describe('tabs that a step of a chain comes on', () => {
  it('have what was on them again when it is done', () => {
    const document = create();
    document.changeAll([{ word: 'own' }, { word: '' }]);
    document.beginEditing([{ word: 'step' }, { word: '' }]);
    document.patchActive({ word: 'changed' });
    expect(words(document)).toEqual(['changed', '']);
    // Another step after it: what is kept is still the visitor's own.
    document.beginEditing([{ word: 'other' }, { word: '' }]);
    document.endEditing();
    expect(words(document)).toEqual(['own', '']);
    document.endEditing();
    expect(words(document)).toEqual(['own', '']);
  });

  it('are empty when the step was made of what was on them, which would else be drawn twice', () => {
    const document = create();
    document.changeAll([{ word: 'own' }, { word: '' }]);
    document.beginEditing([{ word: 'own' }, { word: '' }]);
    document.endEditing();
    expect(words(document)).toEqual(['', '']);
  });

  it('undo no further than to the step as it came', () => {
    const document = create();
    document.changeAll([{ word: 'own' }, { word: '' }]);
    document.beginEditing([{ word: 'step' }, { word: '' }]);
    document.patchActive({ word: 'changed' });
    document.undo();
    document.undo();
    expect(words(document)).toEqual(['step', '']);
  });
});

describe('tabs over pictures that replace each other', () => {
  const size = { width: 10, height: 10 };

  it('have the steps of each picture again when Undo or Redo brings it back', () => {
    const document = create();
    document.fitToPicture('one', size);
    document.patchActive({ word: 'on one' });
    document.fitToPicture('two', size);
    document.patchActive({ word: 'on two' });
    document.undo();
    document.undo();
    expect(words(document)).toEqual(['on one', '']);
    document.fitToPicture('one', size);
    document.undo();
    expect(words(document)).toEqual(['', '']);
    document.redo();
    document.fitToPicture('two', size);
    expect(words(document)).toEqual(['on one', '']);
    document.redo();
    expect(words(document)).toEqual(['on two', '']);
  });

  it('forget what was undone before another picture came', () => {
    const document = create();
    document.fitToPicture('one', size);
    document.patchActive({ word: 'gone' });
    document.undo();
    document.fitToPicture('two', size);
    document.fitToPicture('one', size);
    document.redo();
    expect(words(document)).toEqual(['', '']);
  });
});

describe('the item of the open tab', () => {
  const drawing = () =>
    new TabDocument<Item & { readonly left: number }>({
      key: 'shapes',
      list: 'components',
      tabs: 3,
      restore: () => ({ word: '', left: 0 }),
      fit: (item) => item,
      refit: (item) => item,
      isFree: ({ word }) => word === '',
      beside: (item, { width }, tab) => ({ ...item, left: item.left + width / 10 + tab }),
    });
  const lefts = (document: ReturnType<typeof drawing>) =>
    document.use.getState().history.present.map(({ left }) => left);

  it('is duplicated beside itself, on the first free tab, which opens', () => {
    const document = drawing();
    document.fitToPicture('one', { width: 200, height: 100 });
    document.changeAll([
      { word: 'star', left: 5 },
      { word: '', left: 0 },
      { word: '', left: 0 },
    ]);
    document.duplicateActive();
    expect(lefts(document)).toEqual([5, 25, 0]);
    expect(document.use.getState().active).toBe(1);
    document.undo();
    expect(lefts(document)).toEqual([5, 0, 0]);
  });

  it('is removed, which undo takes back', () => {
    const document = drawing();
    document.changeAll([
      { word: 'star', left: 5 },
      { word: 'heart', left: 7 },
      { word: '', left: 0 },
    ]);
    document.removeActive();
    expect(document.use.getState().history.present.map(({ word }) => word)).toEqual(['', 'heart', '']);
    document.undo();
    expect(lefts(document)).toEqual([5, 7, 0]);
  });
});

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

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

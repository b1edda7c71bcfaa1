import { describe, expect, it } from 'vitest';
import { TabDocument } from '#app/storage/tab-document.ts';

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

describe('text and shape tabs while a step is edited', () => {
  it('restore the visitor’s own content after editing', () => {
    const document = create();
    document.changeAll([{ word: 'own' }, { word: '' }]);
    document.beginEditing([{ word: 'step' }, { word: '' }]);
    document.patchActive({ word: 'changed' });
    expect(words(document)).toEqual(['changed', '']);
    // The visitor's own content is also restored if a second step is opened while the first is edited.
    document.beginEditing([{ word: 'other' }, { word: '' }]);
    document.endEditing();
    expect(words(document)).toEqual(['own', '']);
    document.endEditing();
    expect(words(document)).toEqual(['own', '']);
  });

  it('are empty after editing if the step was made from their content', () => {
    const document = create();
    document.changeAll([{ word: 'own' }, { word: '' }]);
    document.beginEditing([{ word: 'own' }, { word: '' }]);
    document.endEditing();
    expect(words(document)).toEqual(['', '']);
  });

  it('show the step’s original content after every edit is undone', () => {
    const document = create();
    document.changeAll([{ word: 'own' }, { word: '' }]);
    document.beginEditing([{ word: 'step' }, { word: '' }]);
    document.patchActive({ word: 'changed' });
    document.undo();
    document.undo();
    expect(words(document)).toEqual(['step', '']);
  });
});

describe('text and shape tabs of successive images', () => {
  const size = { width: 10, height: 10 };

  it('restore the undo steps of an image when Undo or Redo returns to it', () => {
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

  it('discard steps that were undone before another image was opened', () => {
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

  it('is duplicated on the first free tab, and that tab opens', () => {
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

  it('is removed, and undo restores it', () => {
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

describe('settings that all tabs share', () => {
  it('are part of the undo history, between the changes of single tabs', () => {
    let ruby = true;
    const document = new TabDocument<Item>({
      key: 'texts',
      list: 'texts',
      tabs: 2,
      restore: (stored) => ({ word: String((stored as Item | undefined)?.word ?? '') }),
      refit: (item) => item,
      isFree: ({ word }) => word === '',
      shared: { get: () => ruby, set: (next: boolean) => (ruby = next) },
    });
    const state = () => [...words(document), ruby];
    document.patchActive({ word: 'one' });
    document.changeShared(false);
    document.changeShared(false);
    document.patchActive({ word: 'two' });
    document.changeAll([{ word: 'pasted' }, { word: '' }], true);
    expect(state()).toEqual(['pasted', '', true]);
    const undone = [0, 1, 2, 3, 4].map(() => {
      document.undo();
      return state();
    });
    expect(undone).toEqual([
      ['two', '', false],
      ['one', '', false],
      ['one', '', true],
      ['', '', true],
      ['', '', true],
    ]);
    for (let step = 0; step < 5; step++) document.redo();
    expect(state()).toEqual(['pasted', '', true]);
  });
});

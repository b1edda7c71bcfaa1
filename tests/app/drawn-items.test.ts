import { describe, expect, it } from 'vitest';
import { desk } from '#app/desk/desk.ts';
import { changeList, changeSteps, closeImage, keepDrawn, openImage, showListed } from '#app/desk/document.ts';
import { editStep } from '#app/desk/steps.ts';
import { DrawnItems } from '#app/image-tool/drawn-items.ts';
import { DEFAULT_NOTATION } from '#app/image-tool/text-notation.ts';

interface Word {
  readonly text: string;
}

const { document } = desk;
const words = new DrawnItems<Word>({
  tool: 'advanced_text_editor',
  operation: 'write-texts',
  tabs: 3,
  restore: (stored) => ({ text: (stored as Partial<Word> | undefined)?.text ?? '' }),
  refit: (word) => word,
  isFree: ({ text }) => text === '',
});
const shown = () => words.use.getState().items.map(({ text }) => text);
const write = (text: string) => words.changeActive({ text });
const image = (id: string) => ({ id, name: `${id}.png`, blank: { width: 4, height: 3, color: '#ffffff' } });
const step = { operation: 'write-texts', params: { texts: [{ text: 'of the step' }] } } as const;

describe('the texts of an editor', () => {
  it('share one undo order with the image, and Undo opens the tab of the text that it changes', () => {
    document.change('openImage', openImage(image('first')));
    write('one');
    words.openTab(1);
    write('two');
    document.change('openImage', openImage(image('second')));
    write('three');
    words.openTab(2);
    document.undo();
    expect([shown(), words.use.getState().active, document.present().image?.id]).toEqual([
      ['one', 'two', ''],
      1,
      'second',
    ]);
    document.undo();
    document.undo();
    document.undo();
    expect([shown(), words.use.getState().active, document.present().image?.id]).toEqual([['', '', ''], 0, 'first']);
    document.redo();
    expect([shown(), words.use.getState().active]).toEqual([['one', '', ''], 0]);
  });

  it('stay when the image is closed, and become a step in one undo step', () => {
    document.change('closeImage', closeImage('first'));
    expect(shown()).toEqual(['one', '', '']);
    document.undo();
    document.change('write-texts', keepDrawn('write-texts', [step]));
    expect([shown(), document.present().steps]).toEqual([['', '', ''], [{ step }]]);
    document.undo();
    expect([shown(), document.present().steps]).toEqual([['one', '', ''], []]);
  });

  it('are those of a step while the step is being edited, and the visitor’s own afterwards', () => {
    document.change(
      'crop',
      changeSteps(() => [{ step }]),
    );
    document.amend(changeSteps((steps) => editStep(steps, 0, 'waiting')));
    words.edit(step, [{ text: 'of the step' }, ...words.fresh().slice(1)], DEFAULT_NOTATION);
    expect(shown()).toEqual(['of the step', '', '']);
    write('changed');
    expect(document.present().drawn?.['write-texts']?.items[0]).toEqual({ text: 'one' });
    document.undo();
    expect(shown()).toEqual(['of the step', '', '']);
    document.change(
      'removeStep',
      changeSteps(() => []),
    );
    expect(shown()).toEqual(['one', '', '']);
  });

  it('fit another image of a batch from their last edit, and leave the blank background only for their own editor', () => {
    const drawn = () => document.present().drawn?.['write-texts'];
    document.amend((value) => ({ ...value, drawn: { 'write-texts': { items: [{ text: 'one' }], isOnBlank: true } } }));
    document.change('openImage', openImage(image('third'), [], 'draw-shapes'));
    expect(drawn()?.isOnBlank).toBe(true);
    document.change('openImage', openImage(image('fourth'), [], 'write-texts'));
    expect(drawn()).toEqual({ items: [{ text: 'one' }] });
    const show = (name: string, side: number) =>
      document.amend(
        showListed(
          image(name),
          () => [],
          () => ({ items: [], madeOn: { width: 1, height: 1 } }),
          { width: side, height: side },
        ),
      );
    document.amend(changeList(() => ({ items: [], madeOn: { width: 1, height: 1 } })));
    show('fifth', 9);
    show('sixth', 5);
    expect(drawn()).toEqual({ items: [{ text: 'one' }], size: { width: 9, height: 9 }, isCarried: true });
  });

  it('go into the open tab if it is free, else into the first free tab, which opens', () => {
    document.amend((value) => ({ ...value, drawn: { 'write-texts': { items: [{ text: 'one' }] } } }));
    const next = () => words.freeTab(words.use.getState());
    words.openTab(2);
    expect(next()).toBe(2);
    words.openTab(0);
    expect(next()).toBe(1);
    words.showDraft({ text: 'draft' }, 1);
    expect([words.use.getState().draft, shown()]).toEqual([{ tab: 1, item: { text: 'draft' } }, ['one', '', '']]);
    words.put({ tab: 1, item: { text: 'two' } });
    const { active, draft } = words.use.getState();
    expect([shown(), active, draft, next()]).toEqual([['one', 'two', ''], 1, undefined, 2]);
    words.put({ tab: 2, item: { text: 'three' } });
    expect([next(), words.use.getState().active]).toEqual([-1, 2]);
    document.undo();
    document.undo();
    expect(shown()).toEqual(['one', '', '']);
  });

  it('are duplicated, reordered and removed under names for Undo, and notation is part of the undo order', () => {
    const last = () => document.use.getState().history.past.at(-1)?.label;
    words.openTab(0);
    words.duplicateActive();
    expect([shown(), words.use.getState().active, last()]).toEqual([['one', 'one', ''], 1, 'duplicate']);
    words.changeAll([{ text: 'one' }, { text: '' }, { text: 'two' }]);
    words.openTab(0);
    // A free tab between two texts makes no difference to what is painted.
    words.moveActive(1);
    expect([shown(), words.use.getState().active, last()]).toEqual([['two', '', 'one'], 2, 'bringForward']);
    words.moveActive(1);
    expect(shown()).toEqual(['two', '', 'one']);
    words.moveActive(-1);
    expect([shown(), words.use.getState().active, last()]).toEqual([['one', '', 'two'], 0, 'sendBackward']);
    words.changeAll([{ text: 'one' }, { text: '' }, { text: 'one' }]);
    words.openTab(2);
    words.removeActive();
    expect(last()).toBe('removeObject');
    words.changeNotation({ ...DEFAULT_NOTATION, ruby: !DEFAULT_NOTATION.ruby }, 'ruby');
    expect([shown(), words.use.getState().notation.ruby]).toEqual([['one', '', ''], !DEFAULT_NOTATION.ruby]);
    document.undo();
    expect([shown(), words.use.getState().notation]).toEqual([['one', '', ''], DEFAULT_NOTATION]);
    document.undo();
    expect(shown()).toEqual(['one', '', 'one']);
  });
});

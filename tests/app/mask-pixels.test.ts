import fc from 'fast-check';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import type { Tab } from '#app/document/tab.ts';
import type { MaskWork } from '#app/tools/mask/document.ts';
import type { MaskAction, PackedStroke } from '#app/tools/mask/mask-strokes.ts';
import type { Selection } from '#core/image/mask/selection.ts';
import type { Pen } from '#core/image/mask/strokes.ts';
import { deepOr } from '../deep.ts';

/** The simulated mask worker. Its pixels are the list of what was painted. Answers wait until they are released. */
const simulated = vi.hoisted(() => {
  const answers: { readonly give: () => void; readonly fail: () => void }[] = [];
  const state = {
    calls: [] as string[],
    generation: 1,
    pixels: [] as string[],
    /** Pixels before each stroke since the mask was made. */
    before: [] as string[][],
    stroke: undefined as (Pen & { points: number[] }) | undefined,
    held: (): MaskWork | undefined => undefined,
  };
  const call = <Result>(name: string, work: () => Result): Promise<Result> =>
    new Promise((resolve, reject) => {
      state.calls.push(name);
      answers.push({ give: () => resolve(work()), fail: () => reject(new Error('The worker died')) });
    });
  const turnOver = (pixels: string[]) => (pixels.at(-1) === 'invert' ? pixels.slice(0, -1) : [...pixels, 'invert']);
  const nameOf = (action: MaskAction) => (action.kind === 'invert' ? 'invert' : JSON.stringify(action));
  const pixelsOf = ({ start, actions }: MaskWork) => {
    let pixels = [JSON.stringify(start)];
    for (const action of actions) pixels = action.kind === 'invert' ? turnOver(pixels) : [...pixels, nameOf(action)];
    return pixels;
  };
  const paint = (stroke: PackedStroke) => {
    if (state.stroke) throw new Error('Another stroke is being painted');
    state.before.push(state.pixels);
    state.pixels = [...state.pixels, nameOf({ kind: 'stroke', stroke })];
  };
  const make = (mask: MaskWork) => {
    if (state.stroke) throw new Error('A stroke is being painted');
    [state.pixels, state.before] = [pixelsOf(mask), []];
    return { width: 0, height: 0, warnings: [], foundLittle: false };
  };
  const maskWorker = {
    get generation() {
      return state.generation;
    },
    begin: (pen: Pen) =>
      call('begin', () => {
        state.stroke = { ...pen, points: [] };
      }),
    extend: (points: readonly number[]) => call('extend', () => void state.stroke?.points.push(...points)),
    end: () =>
      call('end', () => {
        const { stroke } = state;
        state.stroke = undefined;
        if (stroke) paint(stroke);
      }),
    abandon: () =>
      call('abandon', () => {
        state.stroke = undefined;
      }),
    paint: (stroke: PackedStroke) => call('paint', () => paint(stroke)),
    unpaint: () =>
      call('unpaint', () => {
        const pixels = state.before.pop();
        if (!pixels) return undefined;
        if (!state.pixels.at(-1)?.includes('stroke')) throw new Error('The last action is no stroke');
        state.pixels = pixels;
        return { patch: undefined };
      }),
    invert: () =>
      call('invert', () => {
        state.pixels = turnOver(state.pixels);
      }),
  };
  /** Ends the worker. The next one starts with the mask that the page holds. */
  const die = () => {
    state.generation++;
    state.stroke = undefined;
    const held = state.held();
    if (held?.start) make(held);
    for (const { fail } of answers.splice(0)) fail();
  };
  return { answers, state, call, make, maskWorker, die, pixelsOf };
});

vi.mock('#app/tools/mask/mask-client.ts', () => ({
  maskWorker: simulated.maskWorker,
  makeInWorker: (mask: MaskWork) => simulated.call('make', () => simulated.make(mask)),
  restoreMaskFrom: (read: () => MaskWork | undefined) => {
    simulated.state.held = read;
  },
  withFile: () => new Promise(() => {}),
}));
vi.mock('#app/document/this-tab.ts', async () => {
  const { tabWith } = await import('../document/tab.ts');
  let tab: Tab | undefined;
  return {
    thisTab: () => {
      tab ??= tabWith();
      return tab;
    },
  };
});
vi.mock('#app/desk/screen-work.ts', async (original) => ({
  ...(await original<typeof import('#app/desk/screen-work.ts')>()),
  openSource: () => new Promise(() => {}),
}));

const { LiveStroke } = await import('#app/tools/mask/use-mask-tools.ts');
const { maskScreen } = await import('#app/tools/mask/mask-screen-work.ts');
const { generate } = await import('#app/tools/mask/document.ts');
const { useErrorStore, clearError } = await import('#app/notices/error-queue.ts');

// Restores the real modules, because other test files run in the same process.
afterAll(() => {
  for (const path of ['tools/mask/mask-client.ts', 'document/this-tab.ts', 'desk/screen-work.ts'])
    vi.doUnmock(`#app/${path}`);
  vi.resetModules();
});

const { answers, state } = simulated;
const { document } = maskScreen;
const pen = { tool: 'pen', widthPx: 10, gray: 255, feather: 0 } as const;
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Lets the worker answer until it has nothing to do. */
async function finishAll(): Promise<void> {
  for (await turn(); answers.length > 0; await turn()) answers.shift()?.give();
}

let size = 0;
beforeEach(async () => {
  clearError();
  document.change('generate', generate({ width: ++size, height: 9, gray: 0 }));
  await finishAll();
  state.calls.length = 0;
});

it('a stroke that starts while the previous stroke is being painted is painted afterwards', async () => {
  const first = new LiveStroke(pen);
  first.add([{ x: 0, y: 0 }]);
  await turn();
  first.add([{ x: 50, y: 0 }]);
  void first.finish();
  const second = new LiveStroke(pen);
  second.add([{ x: 0, y: 90 }]);
  expect(document.present().actions).toHaveLength(1);
  while (!state.calls.includes('end')) {
    answers.shift()?.give();
    await turn();
  }
  answers.shift()?.give();
  await turn();
  void second.finish();
  await finishAll();
  expect(state.calls).toEqual(['begin', 'extend', 'end', 'begin', 'extend', 'end']);
  expect(document.present().actions).toHaveLength(2);
  expect(state.pixels).toEqual(simulated.pixelsOf(document.present()));
});

const box: Omit<Selection, 'left'> = { kind: 'rect', combine: 'add', tolerance: 0, contiguous: true, points: [] };

const steps = ['begin', 'move', 'finish', 'abandon', 'undo', 'redo', 'invert', 'select', 'generate', 'answer'] as const;

it('the pixels are those of the document after any order of strokes, changes, answers and deaths of the worker', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.constantFrom(...steps, 'begin', 'finish', 'answer', 'answer', 'undo', 'hint', 'die', 'die' as const),
        {
          minLength: 5,
          maxLength: 50,
          size: 'max',
        },
      ),
      async (order) => {
        let stroke: InstanceType<typeof LiveStroke> | undefined;
        let [at, deaths] = [0, 0];
        const end = (how: 'finish' | 'abandon') => {
          void stroke?.[how]();
          stroke = undefined;
        };
        for (const step of order) {
          at++;
          if (step === 'begin' || step === 'hint')
            stroke ??= new LiveStroke(step === 'hint' ? { ...pen, tool: 'keep' } : pen);
          else if (step === 'move') stroke?.add([{ x: at * 20, y: 1 }]);
          else if (step === 'finish' || step === 'abandon') end(step);
          else if (step === 'undo' || step === 'redo') document[step]();
          else if (step === 'invert') maskScreen.invert();
          else if (step === 'select') void maskScreen.select({ ...box, left: at }, at % 2 === 0);
          else if (step === 'generate') void maskScreen.generate({ width: ++size, height: 9, gray: 0 });
          else if (step === 'answer') answers.shift()?.give();
          else {
            deaths++;
            simulated.die();
          }
          await turn();
        }
        end('finish');
        await finishAll();
        const present = document.present();
        if (deaths === 0) expect(useErrorStore.getState().errors).toEqual([]);
        clearError();
        const isShown = !present.start || maskScreen.pixels.shows(present);
        // A mask that the worker failed to make is made before it is exported.
        if (deaths === 0) expect(isShown).toBe(true);
        if (present.start && isShown) expect(state.pixels).toEqual(simulated.pixelsOf(present));
      },
    ),
    { seed: 1, numRuns: deepOr(1000, 200) },
  );
});

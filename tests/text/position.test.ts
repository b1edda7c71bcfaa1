import { describe, expect, it } from 'vitest';
import { fontLibrary } from '#core/fonts/library.ts';
import { animateHorizontal } from '#core/operations/animate-horizontal.ts';
import { writeHorizontal } from '#core/operations/write-horizontal.ts';
import { writeTexts } from '#core/operations/write-texts.ts';
import { writeVertical } from '#core/operations/write-vertical.ts';
import { parseParameters } from '#core/parameters/parse.ts';
import { anchors } from '#core/text/anchor.ts';
import type { SetText } from '#core/text/compose.ts';
import type { TextArea } from '#core/text/layout-style.ts';
import { overrideTexts, parseShadow } from '#core/text/overrides.ts';
import { composeWork } from '#core/text/write.ts';
import { nodeFonts } from '#scripts/platform/fonts.ts';

const SIZE = { width: 800, height: 600 };
const typesetter = { library: fontLibrary(nodeFonts), ownFonts: [] };

async function compose(kind: 'horizontal' | 'vertical', given: object): Promise<readonly SetText[]> {
  const operation = kind === 'horizontal' ? writeHorizontal : writeVertical;
  const page = parseParameters(operation.params as typeof writeHorizontal.params, {
    text: '古池や\n蛙飛びこむ',
    ...given,
  });
  const { texts } = await composeWork({ kind, page } as never, SIZE, typesetter);
  return texts;
}

const boundsOf = async (kind: 'horizontal' | 'vertical', given: object, index = 0): Promise<TextArea> =>
  ((await compose(kind, given))[index] as SetText).layout.bounds;

const style = (main: object, author: object = {}) => ({ style: { main, author } });

describe('the anchor setting (position of text in its area)', () => {
  const edges = { left: 0.03 * SIZE.width, top: 0.03 * SIZE.height };
  it.each(['horizontal', 'vertical'] as const)('places %s text inside its paddings', async (kind) => {
    const found = [];
    for (const anchor of anchors.slice(1)) {
      const { left, top, width, height } = await boundsOf(kind, style({ anchor }));
      const right = SIZE.width - left - width;
      const bottom = SIZE.height - top - height;
      const near = (space: number, other: number, edge: number) =>
        Math.abs(space - edge) < 0.01 ? 'start' : Math.abs(space - other) < 0.01 ? 'center' : 'end';
      found.push(`${anchor}: ${near(left, right, edges.left)} ${near(top, bottom, edges.top)}`);
    }
    expect(found).toEqual([
      'top-left: start start',
      'top: center start',
      'top-right: end start',
      'left: start center',
      'center: center center',
      'right: end center',
      'bottom-left: start end',
      'bottom: center end',
      'bottom-right: end end',
    ]);
  });

  it('keeps the main text above an author at the same corner', async () => {
    for (const [kind, anchor] of [
      ['horizontal', 'bottom-right'],
      ['vertical', 'bottom-left'],
    ] as const) {
      const [main, author] = await compose(kind, { author: '松尾芭蕉', ...style({ anchor }) });
      const { top, height } = (main as SetText).layout.bounds;
      expect(top + height).toBeLessThanOrEqual((author as SetText).layout.bounds.top);
      expect(author?.layout.boxes.length).toBeGreaterThan(0);
    }
  });

  it('can be set by a flag or a table column, which overrides the style', async () => {
    const flag = await boundsOf('horizontal', { anchor: 'center' });
    expect(flag).toEqual(await boundsOf('horizontal', style({ anchor: 'center' })));
    expect(flag).not.toEqual(await boundsOf('horizontal', {}));
  });

  it('aligns texts of the advanced editor in their boxes', () => {
    const { texts } = parseParameters(writeTexts.params, { texts: [{ text: 'A' }] });
    expect(overrideTexts(texts, { anchor: 'bottom-right' })).toMatchObject([{ align: 'right', vAlign: 'bottom' }]);
    expect(overrideTexts(texts, {})).toBe(texts);
  });
});

describe('the offset of a text', () => {
  it.each(['horizontal', 'vertical'] as const)('moves all glyphs of %s text without a new layout', async (kind) => {
    const [still] = await compose(kind, {});
    const [moved] = await compose(kind, style({ offsetXPct: -10, offsetYPct: 25 }));
    const boxes = (text: SetText | undefined, x: number, y: number) =>
      text?.layout.boxes.map((box) => [box.text, Math.round(box.x + x), Math.round(box.y + y)]);
    expect(boxes(moved, 0, 0)).toEqual(boxes(still, -80, 150));
    expect(moved?.layout.bounds.top).toBeCloseTo((still?.layout.bounds.top ?? 0) + 150);
    expect(moved?.layout.lines[0]?.left).toBeCloseTo((still?.layout.lines[0]?.left ?? 0) - 80);
  });

  it('moves the author’s name only if it follows the main text', async () => {
    const author = { author: '芭蕉' };
    const top = async (given: object) => (await boundsOf('horizontal', { ...author, ...given }, 1)).top;
    const still = await top({});
    expect(await top(style({ offsetYPct: 10 }))).toBeCloseTo(still + 60);
    const lower = await top(style({}, { paddingPctH: 2 }));
    expect(await top(style({ offsetYPct: 10 }, { paddingPctH: 2 }))).toBeCloseTo(lower);
  });
});

describe('the shadow flag', () => {
  it('reads lengths in em and a color', () => {
    expect(parseShadow('')).toBeUndefined();
    expect(parseShadow('true')).toEqual({ shadow: true });
    expect(parseShadow('false')).toEqual({ shadow: false });
    const lengths = { shadow: true, shadowXEm: 0.05, shadowYEm: -0.1, shadowBlurEm: 0.2 };
    expect(parseShadow('0.05, -0.1, .2')).toEqual(lengths);
    expect(parseShadow('0.05 -0.1 0.2 #ff000080')).toEqual({ ...lengths, shadowColor: '#ff000080' });
  });

  it.each(['1', '1,2', '0,0,-1', '9,0,0', '0,0,0,red', '0,0,0,#fff,1', '0x1,0,0', 'yes'])('refuses %s', (shadow) => {
    expect(() => parseShadow(shadow)).toThrow(/shadow/);
    const params = parseParameters(animateHorizontal.params, { text: 'A', shadow });
    expect(() => animateHorizontal.check?.(params)).toThrow(/shadow/);
  });

  it('changes the style of main text and author', async () => {
    const texts = await compose('vertical', { author: '芭蕉', shadow: '0.1,0.2,0.3,#123456' });
    const shadows = texts.map(({ paint, layout }) => [paint.shadow, layout.fontSizePx] as const);
    for (const [shadow, em] of shadows)
      expect(shadow).toEqual({ x: 0.1 * em, y: 0.2 * em, blurPx: 0.3 * em, color: '#123456' });
  });
});

import { describe, expect, it } from 'vitest';
import { copyComponent, pasteComponent, restoreComponent } from '#app/tools/shapes/clipboard.ts';
import { FudebakoError, ParameterError } from '#core/base/errors.ts';
import { drawShapes } from '#core/operations/draw-shapes.ts';
import { list, number, parameters, text } from '#core/parameters/fields.ts';
import { mergeValues } from '#core/parameters/merge.ts';
import { parseParameters } from '#core/parameters/parse.ts';
import { clampComponent, componentBox, withComponentBox, withShape } from '#core/shapes/component-box.ts';
import { defaultComponent, type ShapeComponent, shapes } from '#core/shapes/settings.ts';

const component = (settings: Partial<ShapeComponent>): ShapeComponent => ({ ...defaultComponent(), ...settings });
const size = { width: 800, height: 600 };
const point = (x: number, y: number) => ({ x, y, connected: true, sharp: false });

describe('the settings of a shape', () => {
  it('have the default values of docs/specification.md', () => {
    expect(defaultComponent()).toEqual({
      boundingBox: { top: 0, left: 0, bottom: 0, right: 0 },
      startPoint: { x: 0, y: 0 },
      endPoint: { x: 0, y: 0 },
      mode: 'create',
      rotation: 0,
      shape: 'none',
      fillBox: false,
      borderColor: '#000000',
      fillColor: '#ffffff',
      boxMargin: 0,
      borderWidth: 1,
      borderRadius: 100,
      dash: 'solid',
      blend: 'normal',
      stepNumber: 1,
      text: '',
      textSize: 32,
      textColor: '#000000',
      arrow: 'none',
      arrowSize: 5,
      repeatCount: 1,
      repeatXOffset: 0,
      repeatYOffset: 0,
      repeat2Count: 1,
      repeat2XOffset: 0,
      repeat2YOffset: 0,
      shapeImageKey: '',
      shapeAspect: 'none',
      curveMode: 'create',
      curvePoints: [],
      activeCurvePointIndex: -1,
      curveClosePath: false,
    });
  });

  const limits: [name: keyof ShapeComponent, min: number, max: number][] = [
    ['rotation', -180, 180],
    ['boxMargin', 0, 200],
    ['borderWidth', 0, 50],
    ['borderRadius', 0, 200],
    ['repeatCount', 1, 100],
    ['repeatXOffset', -5000, 5000],
    ['repeatYOffset', -5000, 5000],
    ['repeat2Count', 1, 100],
    ['repeat2XOffset', -5000, 5000],
    ['repeat2YOffset', -5000, 5000],
  ];
  const parse = (settings: unknown) => parseParameters(drawShapes.params, { components: [{}, {}, settings] });

  it.each(limits)('limit %s from %d to %d in whole numbers', (name, min, max) => {
    expect(() => parse({ [name]: min })).not.toThrow();
    expect(() => parse({ [name]: max })).not.toThrow();
    for (const wrong of [min - 1, max + 1, min + 0.5, '5', null])
      expect(() => parse({ [name]: wrong })).toThrow(expect.objectContaining({ path: `components[2].${name}` }));
  });

  it.each([
    [{ colour: '#fff' }, 'components[2].colour', 'parameterUnknown'],
    [{ shape: 'blob' }, 'components[2].shape', 'parameterChoice'],
    [{ fillColor: 'red' }, 'components[2].fillColor', 'parameterColor'],
    [{ boundingBox: { top: -1 } }, 'components[2].boundingBox.top', 'parameterRange'],
    [{ boundingBox: { width: 5 } }, 'components[2].boundingBox.width', 'parameterUnknown'],
    [{ curvePoints: [{ x: 1, y: 2 }, { x: 'a' }] }, 'components[2].curvePoints[1].x', 'parameterNumber'],
    [{ curveClosePath: 1 }, 'components[2].curveClosePath', 'parameterBoolean'],
    [[], 'components[2]', 'parameterObject'],
  ])('refuse %j at the path %s', (settings, path, code) => {
    expect(() => parse(settings)).toThrow(expect.objectContaining({ path, code }));
  });

  it('accept at most ten components', () => {
    const components = Array.from({ length: 10 }, () => ({}));
    expect(parseParameters(drawShapes.params, { components }).components).toHaveLength(10);
    expect(() => parseParameters(drawShapes.params, { components: [...components, {}] })).toThrow(ParameterError);
  });

  it('accept colors with alpha and the blank background', () => {
    expect(parse({ fillColor: '#ff000080' }).components[2]?.fillColor).toBe('#ff000080');
    expect(parseParameters(drawShapes.params, {})).toEqual({
      width: 800,
      height: 1200,
      background: '#ffffff',
      components: [],
    });
  });

  it('read back equal from the text that the page copies', () => {
    const settings = component({ shape: 'curve', curvePoints: [point(1.25, -3), point(9, 9)], rotation: -7 });
    expect(parse(JSON.parse(copyComponent(settings))).components[2]).toEqual(settings);
  });
});

describe('pasteComponent', () => {
  const current = component({ shape: 'star', rotation: 30, boundingBox: { left: 1, top: 2, right: 30, bottom: 40 } });

  it.each(['', 'star', '[1]', '"text"', 'null', '5', '{'])('refuses %j', (pasted) => {
    expect(() => pasteComponent(current, pasted, size)).toThrow(expect.objectContaining({ code: 'settingsPaste' }));
    expect(() => pasteComponent(current, pasted, size)).toThrow(FudebakoError);
  });

  it('applies valid values to the current settings and clamps them', () => {
    const pasted = JSON.stringify({ rotation: 999, shape: 'blob', borderWidth: 'x', fillColor: '#abc', stray: 1 });
    expect(pasteComponent(current, pasted, size)).toEqual({ ...current, rotation: 180, fillColor: '#abc' });
  });

  it('moves the pasted box into the image', () => {
    const pasted = JSON.stringify({ boundingBox: { left: 900, top: 20, right: 1000, bottom: 5020 } });
    expect(pasteComponent(current, pasted, size).boundingBox).toEqual({ left: 700, top: 0, right: 800, bottom: 600 });
  });

  it('uses the whole image if the pasted box has no size', () => {
    const pasted = JSON.stringify({ boundingBox: { left: 0, top: 0, right: 0, bottom: 0 } });
    expect(componentBox(pasteComponent(current, pasted, size), size)).toEqual({
      left: 0,
      top: 0,
      right: 800,
      bottom: 600,
    });
  });

  it('reads every valid point of a curve', () => {
    const pasted = JSON.stringify({ curvePoints: [{ x: 700, y: 10 }, 'x', { x: 900, y: 30, connected: false }] });
    expect(pasteComponent(current, pasted, size).curvePoints).toEqual([
      { x: 600, y: 10, connected: true, sharp: false },
      { x: 800, y: 30, connected: false, sharp: false },
    ]);
  });
});

it('restoreComponent keeps valid values and replaces the rest by defaults', () => {
  expect(restoreComponent('nonsense')).toEqual(defaultComponent());
  expect(restoreComponent({ shape: 'heart', curvePoints: 'no', rotation: null })).toEqual(
    component({ shape: 'heart' }),
  );
});

it('mergeValues cuts lists to the declared length, clamps their numbers and drops invalid items', () => {
  const fields = parameters({
    sizes: list({ item: number({ min: 0, max: 9 }), maxItems: 3 }),
    names: list({ item: text({ maxLength: 3 }), maxItems: 3 }),
  });
  expect(
    mergeValues(fields, { sizes: [1], names: ['a'] }, { sizes: [5, 'x', 99, 1, 2], names: ['ab', 'long name', 7] }),
  ).toEqual({
    sizes: [5, 9, 1],
    names: ['ab'],
  });
});

describe('the box of a shape', () => {
  it('encloses all points of a line or a curve', () => {
    const line = component({ shape: 'line', startPoint: { x: 90, y: 10 }, endPoint: { x: 20, y: 60 } });
    expect(componentBox(line, size)).toEqual({ left: 20, top: 10, right: 90, bottom: 60 });
    const curve = component({ shape: 'polyline', curvePoints: [point(5, 6), point(50, 4), point(7, 80)] });
    expect(componentBox(curve, size)).toEqual({ left: 5, top: 4, right: 50, bottom: 80 });
  });

  it('moves and scales the points of its shape with it', () => {
    const line = component({ shape: 'line', startPoint: { x: 90, y: 10 }, endPoint: { x: 20, y: 60 } });
    const moved = withComponentBox(line, { left: 0, top: 0, right: 140, bottom: 25 }, size);
    expect([moved.startPoint, moved.endPoint]).toEqual([
      { x: 140, y: 0 },
      { x: 0, y: 25 },
    ]);
    const level = component({ shape: 'curve', curvePoints: [point(10, 40), point(30, 40)] });
    expect(withComponentBox(level, { left: 20, top: 50, right: 60, bottom: 50 }, size).curvePoints).toEqual([
      point(20, 50),
      point(60, 50),
    ]);
    const star = withComponentBox(component({ shape: 'star' }), { left: 3.4, top: 2.6, right: 90.2, bottom: 50 }, size);
    expect(star.boundingBox).toEqual({ left: 3, top: 3, right: 90, bottom: 50 });
  });

  it('stays when the shape becomes a shape of another kind', () => {
    const box = { left: 30, top: 20, right: 130, bottom: 80 };
    const rect = component({ shape: 'rect', boundingBox: box });
    const line = withShape(rect, 'line', size);
    expect([line.startPoint, line.endPoint]).toEqual([
      { x: 30, y: 20 },
      { x: 130, y: 80 },
    ]);
    for (const kind of shapes) expect([kind, componentBox(withShape(line, kind, size), size)]).toEqual([kind, box]);
    for (const kind of shapes) expect([kind, componentBox(withShape(rect, kind, size), size)]).toEqual([kind, box]);
    const rising = component({ shape: 'line', startPoint: { x: 30, y: 80 }, endPoint: { x: 130, y: 20 } });
    const curve = withShape(rising, 'curve', size);
    expect(curve.curvePoints).toEqual([point(30, 80), point(130, 20)]);
    expect(withShape(curve, 'line', size)).toMatchObject({ startPoint: { x: 30, y: 80 }, endPoint: { x: 130, y: 20 } });
    expect(withShape(component({}), 'line', size)).toEqual(component({ shape: 'line' }));
  });

  it('is clamped into a smaller image', () => {
    const line = component({ shape: 'line', startPoint: { x: 900, y: 10 }, endPoint: { x: 850, y: 60 } });
    const clamped = clampComponent(line, size);
    expect([clamped.startPoint, clamped.endPoint]).toEqual([
      { x: 800, y: 10 },
      { x: 750, y: 60 },
    ]);
  });
});

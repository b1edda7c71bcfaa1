import { describe, expect, it } from 'vitest';
import { boxCorners, growBox } from '#core/geometry/box.ts';
import { sceneOf, textRoom } from '#core/shapes/scene.ts';
import { defaultComponent, type ShapeComponent, shapes, takesText } from '#core/shapes/settings.ts';
import { sceneToSvg } from '#core/shapes/svg.ts';
import { layoutShapeTexts } from '#core/text/shape-texts.ts';
import { nodeFonts } from '#scripts/platform/fonts.ts';
import { flatten, windsAround } from './shapes.reference.ts';

const size = { width: 400, height: 300 };
const wide = { left: 20, top: 30, right: 380, bottom: 270 };
const shape = (settings: Partial<ShapeComponent>): ShapeComponent => ({
  ...defaultComponent(),
  borderRadius: 0,
  boundingBox: wide,
  ...settings,
});

describe('a text in a shape', () => {
  // A snowflake has no room between its arms.
  it.each(shapes.filter((each) => takesText(each) && each !== 'snowflake'))('has its room inside: %s', (each) => {
    for (const boundingBox of [wide, { ...wide, right: 200 }]) {
      const component = shape({ shape: each, boundingBox });
      const outline = flatten(sceneOf([component], size).items[0]?.path ?? []);
      const room = textRoom(component, size);
      expect(room && boxCorners(growBox(room, -0.01)).filter((corner) => !windsAround(outline, corner))).toEqual([]);
    }
  });

  it('shrinks until its lines fit, and stays as large as asked where there is room', async () => {
    const fitting = async (settings: Partial<ShapeComponent>) => {
      const [text] = await layoutShapeTexts(
        [shape({ shape: 'rect', text: 'Start here', ...settings })],
        size,
        nodeFonts,
      );
      return text?.fontSizePx;
    };
    expect(await fitting({ textSize: 40 })).toBe(40);
    const small = { left: 0, top: 0, right: 90, bottom: 60 };
    expect(await fitting({ textSize: 40, boundingBox: small })).toBeLessThan(30);
  });

  it('is in the SVG file as outlines in its color, with emoji as characters', async () => {
    const components = [shape({ shape: 'ellipse', text: 'A🎉', textColor: '#c8371b' })];
    const scene = sceneOf(components, size, new Map(), await layoutShapeTexts(components, size, nodeFonts));
    const svg = sceneToSvg(scene);
    expect(svg).toMatch(/<path d="M[^"]+" fill="#c8371b"\/><text [^>]+>🎉<\/text>/);
    expect(sceneToSvg(sceneOf([shape({ shape: 'line', text: 'A' })], size))).not.toContain('#c8371b');
  });
});

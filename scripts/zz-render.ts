import { writeFileSync } from 'node:fs';
import { fontLibrary } from '#core/fonts/library.ts';
import { layoutText } from '#core/text/layout.ts';
import { paintText } from '#core/text/paint.ts';
import { prepareText } from '#core/text/prepare.ts';
import { createNodePlatform } from '#scripts/platform/index.ts';
export async function render(name: string, family: string, text: string, o: any = {}) {
  const platform = createNodePlatform({ threads: 0 });
  const W = o.width ?? 800,
    H = o.height ?? 800;
  const set = await fontLibrary(platform.fonts).prepare({ fontFamily: family, bold: o.bold ?? false }, text);
  const style = {
    fontSizePx: 60,
    charGapEm: 0,
    lineGapEm: 0.6,
    vertical: true,
    variableWidth: true,
    align: 'right',
    vAlign: 'top',
    ...o,
  };
  const t = performance.now();
  const layout = layoutText(prepareText(text), set, style, { left: 30, top: 30, width: W - 60, height: H - 60 });
  const dt = performance.now() - t;
  const canvas: any = platform.canvases.create(W, H);
  canvas.context.fillStyle = '#fff';
  canvas.context.fillRect(0, 0, W, H);
  if (o.grid !== false) {
    canvas.context.strokeStyle = '#fbb';
    canvas.context.lineWidth = 1;
    for (const l of layout.lines) canvas.context.strokeRect(l.left, l.top, l.width, l.height);
    canvas.context.strokeStyle = '#ddf';
    if (style.vertical)
      for (const l of layout.lines)
        for (let y = l.top; y < l.top + l.height; y += style.fontSizePx * (1 + style.charGapEm))
          canvas.context.strokeRect(l.left, y, l.width, style.fontSizePx);
  }
  paintText(
    layout,
    { color: o.color ?? '#1f1d1a', outlineColor: o.oc ?? '#c8371b', outlineWidthPx: o.ow ?? 0 },
    { canvas, canvases: platform.canvases },
    [1, 0, 0, 1, 0, 0],
  );
  writeFileSync(`/tmp/out/${name}.png`, canvas.toBuffer('image/png'));
  console.log(
    name,
    dt.toFixed(1) + 'ms',
    'boxes',
    layout.boxes.length,
    'missing',
    JSON.stringify(layout.missing),
    'overflow',
    layout.overflows,
  );
  platform.close();
  return layout;
}

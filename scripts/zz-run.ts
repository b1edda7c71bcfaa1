import { render } from './zz-render.ts';

for (const f of ['Dela Gothic One', 'Yusei Magic', 'Hina Mincho', 'Zen Maru Gothic', 'Yomogi', 'Noto Sans JP'])
  await render(
    'g-' + f.replaceAll(' ', '-'),
    f,
    '「猫」、『名』（ま）だ。\nきゃっと—言った…〜スーパーァ々ゝ\n10年100円Hello,ｶﾞｷﾞ\nか゚あ゙えっ!?Aさん“引用”：；・',
    { width: 520, height: 800, fontSizePx: 44, grid: true },
  );

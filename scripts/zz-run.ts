import { render } from './zz-render.ts';
for (const f of ['Noto Serif JP','Shippori Mincho','Klee One','Dela Gothic One','Yuji Syuku','BIZ UDMincho']) await render('f-'+f.replaceAll(' ','-'), f, '「猫」、『名』（ま）だ。\nきゃっと—言った…〜スーパーァ々ゝ\n10年100円Hello,ｶﾞｷﾞ\nか゚あ゙えっ!?Aさん“引用”', { width: 520, height: 800, fontSizePx: 44, grid: true });
await render('e1', 'Noto Serif JP', '猫🐈だよ👨‍👩‍👧‍👦🇯🇵❤️☎葛󠄀城\nemoji 😀 x', { width: 400, height: 700, ow: 2, color: '#1f1d1a80' });

import type { StageWords } from './stage-en.ts';

export const jaStage: StageWords = {
  hand: '手のひらツール',
  handKeys: '押しながらドラッグすると、拡大した画像を動かせます',
  zoom: '表示倍率：{{percent}}%',
  zoomTools: '表示倍率',
  shapeTab: '図形 {{number}}',
  remove: '削除',
  removed: '{{name}} を削除しました',
  duplicated: '{{name}} に複製しました',
  pen: {
    label: 'マスク上のペン',
    keys: '矢印キーでペンを動かします（Shift を押すと 10 倍）。スペースキーを押している間、描きます。',
    at: 'ペンの位置：{{x}}, {{y}}',
    painting: '描いています',
    painted: '描きました',
    swap: 'ペンのグレー値を反転',
    narrower: 'ペンを細くする',
    wider: 'ペンを太くする',
    now: '{{tool}}、{{width}} px、グレー値 {{gray}}',
  },
};

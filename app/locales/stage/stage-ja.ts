import type { StageWords } from './stage-en.ts';

/** The same in Japanese. */
export const jaStage: StageWords = {
  hand: '手のひらツール',
  zoom: '表示倍率：{{percent}}%',
  zoomTools: '表示倍率',
  shapeTab: '図形 {{number}}',
  pen: {
    label: 'マスク上のペン',
    keys: '矢印キーでペンを動かし（Shift を押すと 10 倍）、スペースキーを押している間、描きます。',
    at: 'ペンの位置：{{x}}, {{y}}',
    painting: '描いています',
    painted: '描きました',
    gray: 'ペン、グレー値 {{gray}}',
    eraser: '消しゴム',
    width: 'ペンの太さ {{width}} px',
  },
  removed: '{{name}}を削除しました',
  copied: '{{name}}に複製しました',
  keys: {
    hand: '拡大した画像を動かす（押しながらドラッグ、または中ボタンでドラッグ）',
    duplicate: '複製',
    remove: '削除',
    pen: 'ペン',
    eraser: '消しゴム',
    swap: 'ペンのグレー値を反転',
    width: 'ペンを細く・太く',
    move: 'ペンを動かす',
    paint: '描く（マスク上で、押している間）',
  },
};

import type { ControlWords } from './controls-en.ts';

export const jaControls: ControlWords = {
  swatches: '色',
  eyedropper: '画面から色を選択',
  colorCode: 'カラーコード',
  colorWrong: '「#ff8800」のように入力してください。',
  colorOpaque: 'この色は透明にできません。',
  copiedHere: 'コピーしました。クリップボードは使えませんが、このサイト内では貼り付けられます。',
};

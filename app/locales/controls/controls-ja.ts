import type { ControlWords } from './controls-en.ts';

export const jaControls: ControlWords = {
  colorWrong: '「#ff8800」のように入力してください。',
  colorOpaque: 'この色は透明にできません。',
  copiedHere: 'コピーしました。クリップボードは使えませんが、このサイト内では貼り付けられます。',
};

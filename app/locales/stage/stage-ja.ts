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
  boxKeys:
    'ドラッグで移動、ハンドルでサイズ変更と回転ができます。矢印キーで 1 px、Shift＋矢印キーで 10 px 移動、Alt＋矢印キーでサイズ変更、[ と ] で回転します。',
  textPage: {
    texts: '本文と作者名',
    editing: '編集中：{{part}}',
    follows: '上下の余白を空欄にすると、作者名は本文のすぐ後に置かれます。',
    overflows: '文字が余白の内側に収まっていません。',
  },
  fonts: {
    recent: '最近使ったフォント',
    own: '追加したフォント',
    scripts: {
      latin: '欧文',
      japanese: '和文',
      arabic: 'アラビア文字',
      hebrew: 'ヘブライ文字',
      devanagari: 'デーヴァナーガリー文字',
    },
    styles: {
      sans: 'ゴシック体 サンセリフ',
      serif: '明朝体 セリフ',
      display: '飾り文字',
      handwriting: '手書き 筆記体',
      mono: '等幅',
    },
    nothing: '該当するフォントがありません。',
    add: 'フォントを追加',
    remove: '{{font}} を削除',
    use: '{{font}} を使う',
    absent: 'フォント {{font}} はこの端末にありません。別のフォントで表示しています。',
  },
  mask: {
    grayNote: '255 の部分が表示され、0 の部分は隠れます。消しゴムは 0 で描きます。',
    stretched: 'ベース画像（{{width}} × {{height}} px）は、マスクのサイズに合わせて表示しています。',
  },
  layer: {
    centered: '横・縦の位置が 0 のとき、上の画像は下の画像の中央に重なります。',
    maskNote: 'マスクの白い部分では上の画像が見え、黒い部分では隠れます。',
    fadeKeys: '数字キーで不透明度を変更できます（1 で 10%、0 で 100%）。',
  },
};

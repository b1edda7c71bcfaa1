import type { ExportWords } from './export-en.ts';

export const jaExport: ExportWords = {
  limitsSize: 'ファイルサイズを抑える',
  fewerColors: '減色する',
  fewerColorsNote: '色数を減らすと PNG は小さくなります。ディザリングを使うと、なめらかな部分に縞が出にくくなります。',
  firstFrameNote: 'この形式ではアニメーションを保存できません。最初のフレームだけを保存します。',
  animationNotes: {
    gif: '1 フレームは 256 色までで、半透明は使えません。メタデータは含まれません。',
    webp: 'フルカラーと半透明に対応しています。メタデータは含まれません。',
    png: 'アニメーション PNG はすべてのピクセルを保ちます。メタデータは含まれません。',
    mp4: '白い背景の、音声のない動画です。再生は 1 回です。',
  },
  metadataNotes: {
    none: 'ダウンロードする画像には、撮影場所や機種などの情報は含まれません。',
    profile: 'sRGB で書き出し、カラープロファイルを埋め込みます。',
    'all-but-place':
      '機種、露出、日時、作成者、タイトル、説明、キーワード、評価、印刷解像度は残ります。場所、コメント、サムネイル、メーカー独自の記録は残りません。',
  },
  size: 'ファイルサイズ',
  measuring: '計算中…',
  noImage: '画像を開くとサイズが表示されます。',
  sizes: '{{before}} → {{after}}（{{change}}）',
  compare: '元の画像と左右に分けて表示',
  divider: '元の画像と書き出し後の境界',
  before: '元の画像',
  after: '書き出し後',
  moreOptions: '詳細オプション',
  downloadAs: '形式を選択してダウンロード…',
  download: 'ダウンロード',
};

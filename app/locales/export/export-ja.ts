import type { ExportWords } from './export-en.ts';

export const jaExport: ExportWords = {
  limitsSize: '画質を下げてファイルサイズを抑える',
  qualityNote: '画質は JPG・WebP・AVIF に適用されます。PNG ではすべてのピクセルがそのまま残ります。',
  fewerColors: '減色する',
  fewerColorsNote: '色数を減らすと PNG は小さくなります。ディザリングを使うと、なめらかな部分に縞が出にくくなります。',
  metadataNotes: {
    none: 'ダウンロードする画像には、撮影場所や機種などの情報は含まれません。',
    profile: 'sRGB で書き出し、カラープロファイルを埋め込みます。',
    'all-but-place':
      '機種、レンズ、露出、日時、作成者は残ります。場所、説明文、コメント、サムネイル、メーカー独自の記録は残りません。',
  },
  size: 'ファイルサイズ',
  measuring: '計算中…',
  noPicture: '画像を開くとサイズが表示されます。',
  sizes: '{{before}} → {{after}}（{{change}}）',
  compare: '元の画像と比べる',
  divider: '元の画像と書き出し後の境界',
  before: '元の画像',
  after: '書き出し後',
  moreOptions: '詳細オプション',
  downloadAs: '形式を選んでダウンロード…',
  download: 'ダウンロード',
};

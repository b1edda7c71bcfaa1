import type { CardWords } from './card-en.ts';

/** What is said of how a picture is written, in Japanese. */
export const jaCard: CardWords = {
  limitsSize: '画質を下げてファイルサイズを抑える',
  qualityNote: '画質は JPG・WebP・AVIF に効きます。PNG ではすべての画素がそのまま残ります。',
  metadataNotes: {
    none: 'ダウンロードする画像には、撮影場所や機種などの情報は含まれません。',
    profile: '色は sRGB で、そのことがファイルに記録されます。',
    'all-but-place':
      '機種、レンズ、露出、日時、作者は残ります。場所、説明文、コメント、サムネイル、メーカー独自の記録は残りません。',
  },
  size: 'ファイルサイズ',
  measuring: '計算中…',
  noPicture: '画像を開くとサイズが表示されます。',
  sizes: '{{before}} → {{after}}（{{change}}）',
  compare: '元の画像と比べる',
  divider: '変換前と変換後の境界',
  before: '変換前',
  after: '変換後',
  downloadAs: '形式を選んでダウンロード…',
  download: 'ダウンロード',
};

import type { CoreWords } from './en.ts';

/** Core's words in Japanese; see `en.ts`. */
export const ja: CoreWords = {
  operations: {
    convert: { name: '形式変換', summary: '画像を別の形式で書き出します' },
    crop: { name: '切り抜き', summary: '画像から長方形を切り抜きます' },
    scale: { name: '拡大・縮小', summary: '倍率または大きさを指定して画像を拡大・縮小します' },
    inspect: { name: 'ファイル情報', summary: 'ファイルの中身を調べます' },
  },
  parameters: {
    convert: { format: '形式', quality: '画質' },
    crop: { topX: '左上 X', topY: '左上 Y', bottomX: '右下 X', bottomY: '右下 Y' },
    scale: { ratio: '倍率', keepAspect: '縦横比を固定', width: '幅', height: '高さ' },
    inspect: {},
  },
  choices: {
    convert: { format: { jpg: 'JPG', png: 'PNG', webp: 'WebP', avif: 'AVIF' } },
  },
  units: { px: 'px', percent: '%', seconds: '秒', degrees: '°', kbps: 'kbps', points: 'pt', em: 'em', fps: 'fps' },
  errors: {
    imageLoad: '画像を読み込めませんでした。',
    imageTooLarge: '画像が大きすぎます（{{width}} × {{height}} px）。{{megapixels}} メガピクセルまで扱えます。',
    imageTooLong: '画像が大きすぎます（{{width}} × {{height}} px）。長い辺は {{side}} px まで扱えます。',
    imageType: 'jpg、png、webp のいずれかのファイルを選んでください。',
    imageRequired: '先に画像を読み込んでください。',
    imageEncode: '画像を生成できませんでした。',
    fileNotFound: 'ファイルが見つかりません: {{name}}',
    inputRequired: '{{operation}} には入力「{{input}}」が必要です。',
    stepNotImage: '{{operation}} は画像を作らないため、レシピの手順には使えません。',
    inspectUnknown: '対応していない形式か、形式を判別できないファイルです。',
    parameterRequired: '{{path}} を指定してください。',
    parameterUnknown: '{{path}} という項目はありません。',
    parameterExclusive: '{{path}} はほかの指定と同時に使えません。',
    parameterChoice: '{{path}} は {{options}} のいずれかで指定してください（{{value}} は使えません）。',
    parameterRange: '{{path}} は {{min}} から {{max}} の範囲で指定してください（{{value}} は使えません）。',
    parameterDigits: '{{path}} の小数は {{fractionDigits}} 桁までです（{{value}} は使えません）。',
    parameterLength: '{{path}} は {{maxLength}} までです（{{value}} は多すぎます）。',
    parameterBoolean: '{{path}} は true か false で指定してください（{{value}} は使えません）。',
    parameterColor: '{{path}} は #2b4c7e のような色で指定してください（{{value}} は使えません）。',
    parameterText: '{{path}} は文字列で指定してください（{{value}} は使えません）。',
    parameterList: '{{path}} は一覧（配列）で指定してください（{{value}} は使えません）。',
    parameterObject: '{{path}} はオブジェクトで指定してください（{{value}} は使えません）。',
    parameterInteger: '{{path}} は整数で指定してください（{{value}} は使えません）。',
    parameterNumber: '{{path}} は数値で指定してください（{{value}} は使えません）。',
  },
  reasons: {
    damaged: 'ファイルが壊れているか、途中で切れています。',
    empty: 'ファイルが空です。',
    notAnImage: 'ファイルの中身が画像ではありません。',
    unsupported: 'この種類の画像は開けません。',
  },
  warnings: {},
};

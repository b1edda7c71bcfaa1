import { describe, expect, it } from 'vitest';
import { enPalette } from '#app/locales/palette/palette-en.ts';
import { jaPalette } from '#app/locales/palette/palette-ja.ts';
import { paletteScore } from '#app/shell/palette-score.ts';
import { type ScreenRoute, tools } from '#app/tools/catalog.ts';
import { screenWord } from '#app/ui/screen-words.ts';
import { findOperation, type OperationId, operations } from '#core/operations/index.ts';
import { wordsAt } from '../specification/words.ts';
import { can } from './palette-operations.ts';

const LANGUAGES = ['en', 'ja'] as const;

/** What each operation does, in the words of the palette. A screen's keywords must be words of its operations. */
const WORDS: Readonly<Record<Exclude<OperationId, 'inspect' | 'join-audio'> | 'play', string>> = {
  convert:
    'convert change type jpeg jpg png webp avif gif heic heif tiff compress smaller file kb mb copy けいしきへんかん keishiki henkan コンバート 拡張子 ジェイペグ ピング ジフ ヒーフ 圧縮 あっしゅく 軽く コピー',
  crop: 'cropper cut square aspect 16:9 ratio きりぬき kirinuki トリミング torimingu クロップ 切り取り 正方形 比率 縦横比',
  trim: 'trim autocrop border 余白を削除 余白削除 よはく yohaku',
  rotate: 'rotate turn flip mirror straighten level horizon 回転 かいてん kaiten 反転 はんてん 傾き かたむき',
  scale:
    'scaler resize enlarge shrink size px fit reduce thumbnail pixels 拡大 縮小 かくだい しゅくしょう kakudai shukusho リサイズ risaizu サイズへんこう 小さく 大きく サムネイル',
  pad: 'pad extend canvas 余白 よはく キャンバス',
  'adjust-color':
    'colour color adjuster saturation brightness hue contrast tone grayscale black and white monochrome sepia auto enhance exposure light white balance temperature tint highlights shadows levels vibrance しきちょうほせい shikicho hosei 色合い いろあい iroai カラー モノクロ 白黒 しろくろ shirokuro セピア 自動補正 じどうほせい jidou 露出 ろしゅつ ホワイトバランス 色温度 シャドウ ハイライト レベル補正 自然な彩度',
  'blur-sharpen': 'blur/sharpen sharpness soften focus bokashi ぼかす シャープネス shaapu 鮮明',
  redact: 'face hide redact censor anonymize mosaic pixelate 目隠し めかくし モザイク 顔 かお 隠す かくす 塗りつぶし',
  'remove-background':
    '背景透過 remove background cut-out transparent product shot shop 背景を削除 はいけい haikei 商品写真',
  'make-mask':
    'make mask alpha paint pen eraser cut-out cut out cutout remove background transparent select subject wand lasso ますくさくせい masuku sakusei 透過 アルファ 切り抜き 切り抜く きりぬき 背景を消す 背景透過 背景削除 被写体 ひしゃたい 選択 せんたく',
  layer: 'layers compositor blend overlay combine mask れいやーごうせい reiyaa gosei 重ねる ブレンド',
  watermark: 'watermark copyright 透かし すかし ウォーターマーク',
  join: 'join images collage stitch montage 結合 けつごう コラージュ 画像を結合',
  'animate-images': 'gif maker animation animate GIF作成 パラパラ漫画 画像からアニメーション',
  'extract-frames': 'extract frames split アニメーションの分解 GIF分解 コマ',
  'images-to-pdf': 'images to pdf print ピーディーエフ 画像を 印刷',
  'draw-shapes': 'draw shapes line curve circle arrow star frame border ずけい zukei シェイプ 線 円 曲線 枠 わく 矢印',
  'write-texts':
    'write texts text caption title words font watermark typography outline stroke edge meme もじいれ mojiire テキスト tekisuto キャプション フォント ふち ふちどり 縁取り fuchi 透かし 袋文字',
  'write-horizontal':
    'write horizontal text poem quote card outline よこがき yokogaki テキスト 名言 詩 ふち 縁取り カード',
  'animate-horizontal': 'animate animation gif mp4 アニメーション 横書きの文字アニメーション',
  'write-vertical':
    'write vertical text japanese poem haiku tanka tategaki outline たてがき tategaki 短歌 たんか tanka 俳句 はいく haiku 詩 ふち 縁取り',
  'animate-vertical': 'animate animation gif mp4 アニメーション 縦書きの文字アニメーション',
  'sound-to-video':
    'sound to create video mp3 wav mp4 music podcast youtube cover song おんせい どうが onsei doga 動画作成 音楽 ポッドキャスト ジャケット',
  'sound-to-slideshow':
    'to slide show sound video photos album mp4 podcast すらいどしょー suraidosho 写真 音楽 アルバム ポッドキャスト',
  'extract-frame': 'extract frame still screenshot フレームの切り出し 静止画 スクリーンショット',
  'extract-clip': 'extract clip cut mp4 gif webp 動画の切り出し カット',
  play: 'playback watch movie film mp4 webm mov mkv captions subtitles どうがぷれーやー doga pureeyaa 再生 さいせい saisei 字幕',
  'wav-to-mp3':
    'sound audio convert compress music smaller file podcast voice おんせい へんかん onsei henkan 圧縮 あっしゅく 音楽 ポッドキャスト 軽く',
  'mp3-to-wav': 'sound audio convert decode pcm music おんせい へんかん onsei henkan 音楽',
  'convert-audio':
    'sound audio convert m4a aac flac ogg opus aiff trim fade loudness lufs mono voice memo おんせい へんかん onsei henkan ボイスメモ 音量 フェード ラウドネス 切り取り m4a aac flac opus 音楽',
  'extract-audio': 'audio extract video soundtrack 抽出 取り出し 音声の抽出 動画',
};

/** Synonyms by which the palette finds each operation, in both languages. */
const SYNONYMS: Readonly<Record<Exclude<OperationId, 'inspect' | 'join-audio'>, readonly [en: string, ja: string]>> = {
  convert: ['heic', '拡張子'],
  crop: ['cut', 'トリミング'],
  trim: ['autocrop', '余白削除'],
  rotate: ['straighten', '反転'],
  scale: ['resize', 'リサイズ'],
  pad: ['extend', '余白'],
  'adjust-color': ['brightness', '白黒'],
  'blur-sharpen': ['soften', '鮮明'],
  redact: ['censor', 'モザイク'],
  'remove-background': ['cut-out', '背景透過'],
  'make-mask': ['lasso', '選択'],
  layer: ['blend', '重ねる'],
  watermark: ['copyright', 'ウォーターマーク'],
  join: ['collage', 'コラージュ'],
  'animate-images': ['gif maker', 'パラパラ漫画'],
  'extract-frames': ['split gif', 'GIF分解'],
  'images-to-pdf': ['pdf', 'ピーディーエフ'],
  'draw-shapes': ['arrow', '矢印'],
  'write-texts': ['caption', 'テキスト'],
  'write-horizontal': ['quote', '名言'],
  'animate-horizontal': ['horizontal gif', 'アニメーション'],
  'write-vertical': ['haiku', '俳句'],
  'animate-vertical': ['vertical mp4', 'アニメーション'],
  'sound-to-video': ['podcast', 'ジャケット'],
  'sound-to-slideshow': ['album', 'アルバム'],
  'extract-frame': ['screenshot', '静止画'],
  'extract-clip': ['cut video', 'カット'],
  'wav-to-mp3': ['podcast', 'ポッドキャスト'],
  'mp3-to-wav': ['decode', '音楽'],
  'convert-audio': ['flac', 'ボイスメモ'],
  'extract-audio': ['soundtrack', '抽出'],
};

const textsOf = (route: ScreenRoute, language: 'en' | 'ja', word: 'name' | 'keywords') =>
  screenWord((key: string) => wordsAt(key)[language], route, word);

const paletteWordsOf = (route: ScreenRoute) =>
  [enPalette, jaPalette].map(({ screens }) => (screens as Readonly<Record<string, string>>)[route] ?? '');

const keywordsOf = (route: ScreenRoute): readonly string[] => [
  ...LANGUAGES.map((language) => textsOf(route, language, 'keywords')),
  ...paletteWordsOf(route),
];

/** Returns the tools that the palette finds without an open tool. */
const found = (typed: string): readonly ScreenRoute[] =>
  tools.flatMap(({ route }) => {
    const words = [...LANGUAGES.map((language) => textsOf(route, language, 'name')), ...keywordsOf(route)];
    return paletteScore(words, typed) > 0 ? [route] : [];
  });

/** The page shows file details in the player, and joins no audio. */
const offered = operations.filter(({ id }) => id !== 'inspect' && id !== 'join-audio');

describe('the words of the palette', () => {
  it.each(tools.map(({ route }) => route))('lead to %s only if one of its operations does it', (route) => {
    const known = new Set(can(route).flatMap((id) => WORDS[id as keyof typeof WORDS].split(' ')));
    expect(keywordsOf(route).flatMap((words) => words.split(' ').filter((word) => word && !known.has(word)))).toEqual(
      [],
    );
  });

  it.each(offered.map(({ id }) => id))(
    'find %s by its name, by the name of its command and by a synonym in each language',
    (id) => {
      expect(findOperation(id)).toBeDefined();
      const names = LANGUAGES.map((language) => wordsAt(`core:operations.${id}.name`)[language] ?? '');
      const typed = [...names, id.replaceAll('-', ' '), ...SYNONYMS[id as keyof typeof SYNONYMS]];
      expect(typed.filter((each) => !found(each).some((route) => can(route).includes(id)))).toEqual([]);
    },
  );
});

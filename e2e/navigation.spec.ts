import { expect, type Page } from '@playwright/test';
import { firstOf } from '../tests/deep.ts';
import { test } from './policed.ts';

/** Expected sidebar links by group: address, English name and Japanese name. */
const GROUPS = [
  {
    names: { en: 'Image tools', ja: '画像ツール' },
    screens: [
      ['/format_converter', 'Format Converter', '形式変換'],
      ['/cropper', 'Crop', '切り抜き'],
      ['/scaler', 'Scale', 'サイズ変更'],
      ['/color_adjuster', 'Color Adjust', '色調補正'],
      ['/blur_sharpen', 'Blur/Sharpen', 'ぼかし・シャープ'],
      ['/shape_editor', 'Shape Editor', '図形エディター'],
      ['/mask_creator', 'Mask Creator', 'マスク作成'],
      ['/layer', 'Layer', 'レイヤー合成'],
    ],
  },
  {
    names: { en: 'Text tools', ja: '文字ツール' },
    screens: [
      ['/advanced_text_editor', 'Advanced Text Editor', '文字入れ'],
      ['/horizontal_editor', 'Horizontal Editor', '横書きエディター'],
      ['/editor', 'Vertical Editor', '縦書きエディター'],
    ],
  },
  {
    names: { en: 'Video tools', ja: '動画ツール' },
    screens: [
      ['/sound_to_video', 'Create Video', '音声から動画'],
      ['/sound_to_slide_show_video', 'Slideshow Video', 'スライドショー動画'],
    ],
  },
  {
    names: { en: 'Sound tools', ja: '音声ツール' },
    screens: [
      ['/wav_to_mp3', 'WAV to MP3', 'WAV から MP3'],
      ['/mp3_to_wav', 'MP3 to WAV', 'MP3 から WAV'],
      ['/audio_converter', 'Convert Audio', '音声変換'],
    ],
  },
  {
    names: { en: 'Other', ja: 'その他' },
    screens: [
      ['/site_issues', 'Known issues', '既知の問題'],
      ['/privacy', 'Privacy', 'プライバシー'],
      ['/contact', 'Contact', 'お問い合わせ'],
    ],
  },
] as const;

const LANGUAGES = {
  en: { navigation: 'Tools and pages', logo: 'Fudebako', menu: 'Menu' },
  ja: { navigation: 'ツールとページ', logo: '筆箱', menu: 'メニュー' },
} as const;

/** Returns the visible groups and links in page order. */
async function listed(page: Page, navigation: string) {
  const bar = page.getByRole('navigation', { name: navigation });
  await expect(bar.getByRole('link').first()).toBeVisible();
  const groups = await bar.getByRole('button').all();
  return Promise.all(
    groups.map(async (button) => {
      const group = bar.locator(`[id="${await button.getAttribute('aria-controls')}"]`);
      const links = await group.getByRole('link').all();
      return {
        name: await button.textContent(),
        open: await button.getAttribute('aria-expanded'),
        links: await Promise.all(
          links.map(async (link) => [await link.getAttribute('href'), await link.textContent()]),
        ),
      };
    }),
  );
}

const expectedIn = (language: 'en' | 'ja') =>
  GROUPS.map(({ names, screens }) => ({
    name: names[language],
    open: 'true',
    links: screens.map(([address, en, ja]) => [address, language === 'en' ? en : ja]),
  }));

for (const language of firstOf(['ja', 'en'] as const)) {
  const { navigation, logo } = LANGUAGES[language];

  test(`the sidebar lists every tool in its group, except the video player, with all groups open (${language})`, async ({
    page,
  }) => {
    await page.goto(`/contact?lng=${language}`);
    expect(await listed(page, navigation)).toEqual(expectedIn(language));
    await page.getByRole('link', { name: logo, exact: true }).click();
    await expect(page).toHaveURL('/home');
    // The home page links to the video player, which has no link in the sidebar.
    await expect(page.getByRole('main').locator('a[href="/video_playback"]')).toBeVisible();
    await page.goto('/video_playback');
    await expect(page).toHaveURL('/video_playback');
    expect(await listed(page, navigation)).toEqual(expectedIn(language));
  });
}

test('the menu of small screens slides in with the same groups and a logo that links to the home page', async ({
  page,
}) => {
  const { navigation, logo, menu } = LANGUAGES.ja;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/contact?lng=ja');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('navigation', { name: navigation })).toHaveCount(0);
  await page.getByRole('button', { name: menu, exact: true }).click();
  expect(await listed(page, navigation)).toEqual(expectedIn('ja'));
  await page.getByRole('dialog', { name: menu }).getByRole('link', { name: logo, exact: true }).click();
  await expect(page).toHaveURL('/home');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('each sidebar group collapses and expands on its own, also by keyboard, and stays collapsed after a reload', async ({
  page,
}) => {
  await page.goto('/contact');
  const bar = page.getByRole('navigation', { name: LANGUAGES.en.navigation });
  const states = () =>
    bar.getByRole('button').evaluateAll((all) => all.map((button) => button.getAttribute('aria-expanded')));
  for (const [index, { names, screens }] of GROUPS.entries()) {
    const group = bar.getByRole('button', { name: names.en, exact: true });
    await group.click();
    for (const [, name] of screens) await expect(bar.getByRole('link', { name, exact: true })).toBeHidden();
    expect(await states()).toEqual(GROUPS.map((_, each) => String(each !== index)));
    await group.click();
    for (const [, name] of screens) await expect(bar.getByRole('link', { name, exact: true })).toBeVisible();
  }
  const [first] = GROUPS;
  const group = bar.getByRole('button', { name: first?.names.en ?? '', exact: true });
  await group.press('Enter');
  await page.reload();
  await expect(group).toHaveAttribute('aria-expanded', 'false');
  await expect(bar.getByRole('link', { name: first?.screens[0]?.[1] ?? '', exact: true })).toBeHidden();
});

test('Get Started and the four cards of Quick Start open their tools', async ({ page }) => {
  await page.goto('/home');
  const quickStart = page.getByRole('region', { name: 'Quick Start' });
  await expect(quickStart.getByRole('listitem')).toHaveCount(4);
  const cards = await quickStart.getByRole('listitem').all();
  const seen = await Promise.all(
    cards.map(async (card) => [
      await card.getByRole('heading').textContent(),
      await card.getByRole('link').textContent(),
      await card.getByRole('link').getAttribute('href'),
    ]),
  );
  const expected = [
    ['Scale', 'Open', '/scaler'],
    ['Crop', 'Open', '/cropper'],
    ['Color Adjust', 'Open', '/color_adjuster'],
    ['Text', 'Open', '/advanced_text_editor'],
  ] as const;
  expect(seen).toEqual(expected);
  await page.getByRole('link', { name: 'Get Started' }).click();
  await expect(page).toHaveURL('/color_adjuster');
  await expect(page.getByRole('heading', { level: 1, name: 'Color Adjust' })).toBeVisible();
  await page.goBack();
  await quickStart.getByRole('link', { name: 'Open Text', exact: true }).click();
  await expect(page).toHaveURL('/advanced_text_editor');
  await expect(page.getByRole('heading', { level: 1, name: 'Advanced Text Editor' })).toBeVisible();
});

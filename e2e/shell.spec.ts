import { gzipSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { firstOf } from '../tests/deep.ts';
import { stageReady } from './images.ts';
import { test } from './policed.ts';

const PHONE = { width: 390, height: 844 };

const tools = (page: Page) => page.getByRole('navigation', { name: 'Tools and pages' });
const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' });

test.describe('navigation', () => {
  test('/ redirects to /home, and unknown addresses to the vertical editor', async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveURL('/home');
    for (const address of ['/nowhere', '/cropper/deep/down', '/home.html']) {
      await page.goto(address);
      await expect(page).toHaveURL('/editor');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
  });

  test('each link of the sidebar opens its screen, with title, description and focus on the heading', async ({
    page,
  }) => {
    await page.goto('/home');
    const links = tools(page).getByRole('link');
    await expect(links.first()).toBeVisible();
    const count = await links.count();
    expect(count).toBeGreaterThanOrEqual(6);
    for (let index = 0; index < count; index++) {
      const link = links.nth(index);
      const name = (await link.textContent()) ?? '';
      const address = (await link.getAttribute('href')) ?? '';
      await link.click();
      await expect(page).toHaveURL(address);
      // Doesn't compare the heading's text, because one heading is longer than the screen's name in the page title.
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await expect(page).toHaveTitle(`${name} – Fudebako`);
      await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /\w+ .*\.$/);
      await expect(link).toHaveAttribute('aria-current', 'page');
      await expect(tools(page).locator('[aria-current="page"]')).toHaveCount(1);
    }
  });

  test('the first page of a visit moves no focus, and the first Tab offers to skip to the content', async ({
    page,
  }) => {
    await page.goto('/privacy');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });
});

test.describe('on the home page', () => {
  test('the home page loads at most 150 kB of documents, styles and scripts, gzipped', async ({ page }) => {
    const bodies: Promise<Buffer>[] = [];
    page.on('response', (response) => {
      if (['document', 'stylesheet', 'script'].includes(response.request().resourceType()))
        bodies.push(response.body());
    });
    await page.goto('/home', { waitUntil: 'networkidle' });
    const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body).length);
    expect(sizes.length).toBeGreaterThan(5);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(150_000);
  });

  test('every image on the home page loads', async ({ page }) => {
    await page.goto('/home');
    await expect(page.locator('main video')).toBeVisible();
    for (const image of await page.locator('main img').all()) {
      await image.scrollIntoViewIfNeeded();
      await expect.poll(() => image.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    }
  });
});

test.describe('the sidebar', () => {
  for (const language of firstOf(['en', 'ja']))
    test(`the sidebar is 220 px wide, with single-line rows of 32 px and a fixed footer, in ${language}`, async ({
      page,
    }) => {
      await page.setViewportSize({ width: 1280, height: 640 });
      await page.goto(`/contact?lng=${language}`);
      const active = page.locator('aside nav [aria-current="page"]');
      await expect(active).toBeInViewport({ ratio: 1 });
      expect((await page.locator('aside').boundingBox())?.width).toBe(220);
      const rows = await page.locator('aside nav a').evaluateAll((links) =>
        links.map((link) => {
          const name = link.querySelector('span');
          if (!name) throw new Error('a row without a name');
          return [link.getBoundingClientRect().height, name.scrollWidth <= name.clientWidth];
        }),
      );
      expect(rows).toEqual(rows.map(() => [32, true]));
      const foot = page.locator('aside').getByRole('button', { name: '日本語' });
      await expect(foot).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate(() => scrollY)).toBe(0);
      await page.locator('aside nav a[href="/cropper"]').click();
      await expect(active).toHaveAttribute('href', '/cropper');
      await expect(active).toBeInViewport({ ratio: 1 });
      await expect(foot).toBeInViewport({ ratio: 1 });
    });
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: PHONE });

  test('the menu has touch-sized rows, shows the current page, and has a fixed footer', async ({ page }) => {
    await page.goto('/contact');
    await page.getByRole('button', { name: 'Menu' }).tap();
    await expect(tools(page).locator('[aria-current="page"]')).toBeInViewport({ ratio: 1 });
    const heights = await menu(page)
      .locator('nav a, nav button, .choice')
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
    expect(heights.length).toBeGreaterThan(20);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
    await expect(menu(page).getByRole('button', { name: '日本語' })).toBeInViewport({ ratio: 1 });
  });
});

test.describe('on a small screen', () => {
  const openMenu = async (page: Page) => {
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(menu(page)).toBeVisible();
    await expect(tools(page).getByRole('link', { name: 'Crop' })).toBeVisible();
  };

  test.beforeEach(async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.goto('/home');
    await openMenu(page);
  });

  test('the menu closes on Escape, by its button, by links and on a tap on the backdrop, and returns focus', async ({
    page,
  }) => {
    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused();

    await openMenu(page);
    await page.getByRole('button', { name: 'Close menu' }).click();
    await expect(menu(page)).toBeHidden();

    await openMenu(page);
    const link = await tools(page).getByRole('link', { name: 'Crop' }).boundingBox();
    expect(link).not.toBeNull();
    // Taps near the edge of the menu, to the left of the links, which leaves the menu open.
    await page.mouse.click((link?.x ?? 0) / 2, link?.y ?? 0);
    await expect(menu(page)).toBeVisible();
    await page.mouse.click(PHONE.width - 10, 400);
    await expect(menu(page)).toBeHidden();

    await openMenu(page);
    await menu(page).getByRole('link', { name: 'Fudebako' }).click();
    await expect(menu(page)).toBeHidden();
    await expect(page).toHaveURL('/home');

    await openMenu(page);
    await tools(page).getByRole('link', { name: 'Privacy' }).click();
    await expect(page).toHaveURL('/privacy');
    await expect(menu(page)).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeFocused();
  });

  test('the open menu traps focus, locks scrolling of the page, and closes when the screen becomes large', async ({
    page,
  }) => {
    for (let step = 0; step < 30; step++) {
      await page.keyboard.press('Tab');
      const inside = await page.evaluate(
        () => document.activeElement === document.body || Boolean(document.activeElement?.closest('dialog')),
      );
      expect(inside).toBe(true);
    }
    await page.mouse.move(PHONE.width - 20, 400);
    await page.mouse.wheel(0, 600);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(menu(page)).toBeHidden();
    await expect(tools(page)).toBeVisible();
  });
});

test('on small screens a low sheet shows the first settings in a row each, and a button makes the sheet taller', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto('/color_adjuster');
  await page.getByRole('button', { name: 'Try a sample' }).click();
  await stageReady(page);
  const sheet = page.locator('.tool-side');
  const height = async () => (await sheet.boundingBox())?.height;
  for (const row of [0, 1, 2]) {
    const field = page.locator('.slider-field').nth(row);
    await expect(field).toBeInViewport({ ratio: 1 });
    expect((await field.boundingBox())?.height).toBe(44);
  }
  expect(await height()).toBe(280);
  await page.getByRole('button', { name: 'Show settings' }).click();
  const tall = await height();
  expect(tall).toBeGreaterThan(300);
  await page.reload();
  // Waits for the image, because the image loads after the settings and changes the position of the settings.
  await stageReady(page);
  expect(await height()).toBe(tall);
  await page.getByRole('button', { name: 'Hide settings' }).click();
  expect(await height()).toBe(280);
});

test.describe('with a choice of language', () => {
  test('the language buttons change all text at once, save the choice, and override the address', async ({ page }) => {
    await page.goto('/privacy');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    const japanese = page.getByRole('button', { name: '日本語' });
    await expect(page.getByRole('button', { name: 'English' })).toHaveAttribute('aria-pressed', 'true');
    await japanese.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('プライバシー');
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
    await expect(page).toHaveTitle('プライバシー – 筆箱');
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /サーバー/);
    await expect(japanese).toHaveAttribute('aria-pressed', 'true');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('プライバシー');
    await page.getByRole('button', { name: 'English' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy');

    await page.goto('/contact?lng=ja');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('お問い合わせ');
    await page.getByRole('button', { name: 'English' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact');
    await expect(page).toHaveURL('/contact');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact');
  });

  for (const [locale, heading] of [
    ['ja-JP', 'お問い合わせ'],
    ['fr-FR', 'Contact'],
  ] as const) {
    test(`a browser with the locale ${locale} gets its language and loads only that language’s words`, async ({
      browser,
      baseURL,
    }) => {
      const context = await browser.newContext({ locale, baseURL, serviceWorkers: 'block' });
      const page = await context.newPage();
      const words: string[] = [];
      page.on('request', (request) => {
        const table = /\/assets\/(en|ja)-[\w-]+\.js$/.exec(request.url())?.[1];
        if (table) words.push(table);
      });
      await page.goto('/contact');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      expect([...new Set(words)]).toEqual([locale === 'ja-JP' ? 'ja' : 'en']);
      await context.close();
    });
  }
});

test.describe('with a choice of theme', () => {
  const paper = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const LIGHT = 'rgb(250, 248, 244)';
  const DARK = 'rgb(23, 23, 26)';

  test('the theme follows the device until the visitor chooses a theme, which is saved', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/privacy');
    await expect(page.getByRole('radio', { name: 'Auto' })).toBeChecked();
    expect(await paper(page)).toBe(DARK);
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await paper(page)).toBe(LIGHT);
    await page.getByTitle('Dark', { exact: true }).click();
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
    expect(await paper(page)).toBe(DARK);
    await expect(page.locator('meta[name="theme-color"]').first()).toHaveAttribute('content', '#17171a');
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
    expect(await paper(page)).toBe(DARK);
  });

  test('the theme applies before the first script of the app runs', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('shell.theme.v1', '{"state":{"theme":"dark"},"version":0}'));
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/home');
    expect(await paper(page)).toBe(DARK);
  });
});

test.describe('on the contact page', () => {
  test('the contact page of a site without a mailbox explains how to report, and shows no email address', async ({
    page,
  }) => {
    await page.goto('/contact');
    await expect(
      page.getByText('This site has no contact address. Please ask the person or organization that runs it.'),
    ).toBeVisible();
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(3);
    await expect(page.locator('a[href^="mailto:"]')).toHaveCount(0);
    await expect(page.getByRole('main')).not.toContainText('@');
  });
});

import { launch } from 'puppeteer-core';
import { type Engine, HEIGHT, WIDTH } from './engine.ts';

/** What Firefox says of a file whose page is left while it loads: the hash is that of nothing. */
const LEFT =
  /OLBgp1GsljhM2TJ\+sbHjaiH9txEUvgdDTAzHv2P24donTt6|A ServiceWorker intercepted the request and encountered/;

/** Starts an installed Firefox, spoken to by WebDriver BiDi: Playwright's own Firefox is in no registry of packages. */
export async function startFirefox(): Promise<Engine> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr',
    headless: true,
    extraPrefsFirefox: {
      'ui.prefersReducedMotion': 1,
      'browser.download.useDownloadDir': true,
      // The panel of downloads takes the focus, and a page without it hears of no field that is left.
      'browser.download.alwaysOpenPanel': false,
    },
  });
  // The first page of a headless Firefox never has the focus; a new one has.
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => {
    if (!LEFT.test(String(error))) errors.push(String(error));
  });
  page.on('console', (message) => {
    if (message.type() === 'error' && !LEFT.test(message.text())) errors.push(message.text());
  });
  const setWidth = (width: number) => page.setViewport({ width, height: HEIGHT });
  await setWidth(WIDTH);
  return {
    name: 'Firefox',
    load: async (url) => void (await page.goto(url, { waitUntil: 'load' })),
    evaluate: (expression) => page.evaluate(expression),
    click: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    setWidth,
    tabs: async () => (await browser.pages()).length,
    errors: () => errors,
    picture: () => page.screenshot(),
    close: () => browser.close(),
  };
}

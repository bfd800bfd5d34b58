import { defineConfig } from '@playwright/test';
import { findChromium } from '@mainstay/test-kit/chromium';

const baseURL = process.env['MAINSTAY_URL'];
if (!baseURL) throw new Error('MAINSTAY_URL is not set: run the journeys through "npm test".');

export default defineConfig({
  testDir: '.',
  globalSetup: './start-browser.ts',
  outputDir: 'test-results',
  // All journeys share one system and its data: they run one after the other, without retries.
  workers: 1,
  retries: 0,
  // Allows for a busy machine.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: process.env['CI'] ? 'line' : 'list',
  use: {
    baseURL,
    // Tests see and change requests, those of a worker not among them; offline.spec.ts allows it.
    serviceWorkers: 'block',
    browserName: 'chromium',
    launchOptions: { ...(await findChromium()), chromiumSandbox: false },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // No animations, so that elements do not move under the pointer.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace takes an eighth of the time: MAINSTAY_TRACE=1 records one of each failure.
    trace: process.env['MAINSTAY_TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
});

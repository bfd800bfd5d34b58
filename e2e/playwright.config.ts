import { defineConfig } from '@playwright/test';
import { findChromium } from './chromium.ts';

const baseURL = process.env['MAINSTAY_URL'];
if (!baseURL) throw new Error('MAINSTAY_URL is not set: run the journeys through "npm test".');

export default defineConfig({
  testDir: '.',
  globalSetup: './start-browser.ts',
  outputDir: 'test-results',
  // One system, one set of rows: journeys run one after the other and without retries.
  workers: 1,
  retries: 0,
  // A busy machine is slow, not wrong.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: process.env['CI'] ? 'line' : 'list',
  use: {
    baseURL,
    browserName: 'chromium',
    launchOptions: { ...(await findChromium()), chromiumSandbox: false },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // Nothing moves under the pointer.
    contextOptions: { reducedMotion: 'reduce' },
    // Pictures of every moment would take a third of the time.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
  },
});

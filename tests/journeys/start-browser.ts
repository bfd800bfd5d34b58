import { chromium } from '@playwright/test';
import { findChromium } from '@mainstay/test-kit/chromium';

const TRIES = 3;

/**
 * Starts the browser once before the journeys. Its first start from a cold disk has been seen to crash, which says
 * nothing about the product.
 */
export default async function startBrowser(): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      const browser = await chromium.launch({ ...(await findChromium()), chromiumSandbox: false });
      await browser.close();
      return;
    } catch (error) {
      if (tries === TRIES) throw error;
    }
  }
}

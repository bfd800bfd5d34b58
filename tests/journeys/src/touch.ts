import type { Page } from '@playwright/test';

interface Point {
  x: number;
  y: number;
}

/** A finger on the page, in CSS pixels of the viewport. The browser scrolls as it does for a real one. */
export async function touch(page: Page) {
  const client = await page.context().newCDPSession(page);
  let at: Point = { x: 0, y: 0 };
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints });
  const moveTo = async (to: Point): Promise<void> => {
    const from = at;
    for (let step = 1; step <= 10; step += 1) {
      const along = (start: number, end: number) => start + ((end - start) * step) / 10;
      at = { x: along(from.x, to.x), y: along(from.y, to.y) };
      await send('touchMove', [at]);
    }
  };
  return {
    down: async (point: Point): Promise<void> => {
      at = point;
      await send('touchStart', [at]);
    },
    moveTo,
    moveBy: (x: number, y: number): Promise<void> => moveTo({ x: at.x + x, y: at.y + y }),
    up: async (): Promise<void> => void (await send('touchEnd', [])),
  };
}

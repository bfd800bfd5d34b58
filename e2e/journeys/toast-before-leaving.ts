import type { Page } from '@playwright/test';

/**
 * The text of the next alert with `title` in it, as the page itself sees it: Playwright would wait for the navigation
 * that follows half a second later. To be called before what shows it.
 */
export const toastBeforeLeaving = (page: Page, title: string): Promise<string> =>
  page.evaluate(
    (word) =>
      new Promise<string>((resolve) => {
        new MutationObserver(() => {
          const text = document.querySelector('[role="alert"]')?.textContent ?? '';
          if (text.includes(word)) resolve(text);
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    title,
  );

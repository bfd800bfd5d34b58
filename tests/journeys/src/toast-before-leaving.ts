import type { Page } from '@playwright/test';

/**
 * Resolves to the text of the next alert that contains `title`. Observed inside the page, because Playwright would wait
 * for the navigation half a second later. Call it before the action.
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

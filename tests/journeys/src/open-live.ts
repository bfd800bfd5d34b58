import { type Page } from '@playwright/test';
import { isEventStream, watchNetwork } from './network.ts';
import { type people, signIn } from './people.ts';

/** Opens a page of a signed-in user and waits until it has the event stream. */
export async function openLive(page: Page, person: keyof typeof people, path: string): Promise<void> {
  const settled = watchNetwork(page);
  const stream = page.waitForResponse(
    (response) => isEventStream(response.request()) && response.status() === 200,
  );
  await signIn(page, person, path);
  await stream;
  await settled();
}

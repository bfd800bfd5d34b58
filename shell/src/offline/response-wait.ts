import { isApiError } from '@mainstay/web-kit';

/** How long the page waits for the server before it shows the user and the data of the last visit. */
const RESPONSE_WAIT_MS = 2000;

const waited = () => new Promise<false>((resolve) => setTimeout(() => resolve(false), RESPONSE_WAIT_MS));

/** Whether the server responds to a request within 2 s; an error of the API is a response, too. Never rejects. */
export const respondsInTime = (request: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    request.then(
      () => true,
      (error: unknown) => isApiError(error),
    ),
    waited(),
  ]);

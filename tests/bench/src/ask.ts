import type { ApiResponse, Caller } from '@mainstay/test-kit';

/**
 * Sends a request.
 * @throws when its status is not 200
 */
export async function ask(
  caller: Caller,
  method: string,
  path: string,
  body?: unknown,
): Promise<ApiResponse> {
  const response = await caller.ask(method, path, body);
  if (response.status !== 200)
    throw new Error(`${response.request} returned ${response.status}: ${response.text.slice(0, 300)}`);
  return response;
}

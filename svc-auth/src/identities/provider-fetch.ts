/** What a provider sends is smaller by far: keys, an ID token. */
const MOST_BYTES = 1_000_000;

/** The provider does not respond, or says that it cannot. */
class ProviderDown extends Error {
  override readonly name = 'ProviderDown';
}

/** Whether this error, or one that it wraps, is that the provider does not respond. */
export const isDown = (error: unknown): boolean =>
  error instanceof ProviderDown ||
  (error instanceof Error && error.cause !== undefined && isDown(error.cause));

/**
 * Sends a request to the provider and reads the whole response.
 * @throws ProviderDown without a response, for one of 5xx, and for one that is too large
 */
export async function fetchFromProvider(url: string, options: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, options);
    if (response.status >= 500) throw new ProviderDown(`HTTP ${response.status}`);
    return new Response(await bodyOf(response), response);
  } catch (error) {
    throw error instanceof ProviderDown ? error : new ProviderDown('no response', { cause: error });
  }
}

/** Null where a status has no body. */
async function bodyOf({ body }: Response): Promise<Blob | null> {
  let bytes = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > MOST_BYTES) throw new ProviderDown('the response is too large');
      controller.enqueue(chunk);
    },
  });
  return body && new Response(body.pipeThrough(limit)).blob();
}

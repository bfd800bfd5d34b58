declare global {
  /** The responses that the page's first script (shell/src/app/start.js) has requested, by address. */
  var mainstayResponses: Map<string, Promise<Response>> | undefined;
}

/**
 * The response to a first request of the page, once; any other request is sent.
 * @param address path and query string
 */
export function firstResponse(address: string, send: () => Promise<Response>): Promise<Response> {
  const response = globalThis.mainstayResponses?.get(address);
  globalThis.mainstayResponses?.delete(address);
  return response ?? send();
}

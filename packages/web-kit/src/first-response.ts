declare global {
  /** The responses that the page's first script (shell/src/app/start.js) has requested, by address. */
  var mainstayResponses: Map<string, Promise<Response>> | undefined;
  /**
   * The responses that were requested when a pointer rested on what leads to them (shell/src/app/presses.js), by
   * address; undefined once consumed.
   */
  var mainstayAhead: Map<string, Promise<Response> | undefined> | undefined;
}

/**
 * The response to what the page has requested before, once; any other request is sent.
 * @param address path and query string
 */
export function firstResponse(address: string, send: () => Promise<Response>): Promise<Response> {
  const response = globalThis.mainstayResponses?.get(address);
  globalThis.mainstayResponses?.delete(address);
  const ahead = globalThis.mainstayAhead?.get(address);
  if (ahead) globalThis.mainstayAhead?.set(address, undefined);
  return response ?? ahead ?? send();
}

import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { withCommit } from '../openapi-document.ts';
import { COMMIT } from './start-alone.ts';

/**
 * Faults in how a running service serves the OpenAPI document of the current folder at `/api/docs/<name>.json`, one
 * sentence each.
 * @param url of the service itself, not of the gateway, as {@link startAlone} starts it
 */
export async function documentFaults(url: string, name: string): Promise<string[]> {
  const address = `${url}/api/docs/${name}.json`;
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')));
  const text = withCommit(readFileSync('openapi.json', 'utf8'), COMMIT);
  const first = await fetch(address);
  const entityTag = first.headers.get('etag') ?? '';
  const faults: string[] = [];
  const expect = (what: string, found: unknown, wanted: unknown) => {
    if (found !== wanted) faults.push(`${what}: ${String(found)} instead of ${String(wanted)}`);
  };
  expect('the document', first.status, 200);
  expect('its text', (await first.text()) === text, true);
  expect('its version', text.includes(`\n    "version": "${version}+${COMMIT}",\n`), true);
  expect('its type', first.headers.get('content-type'), 'application/json; charset=utf-8');
  expect('its caching', first.headers.get('cache-control'), 'no-cache');
  expect('a strong tag', /^"[\w-]{43}"$/.test(entityTag), true);
  // Proxies change the tag of a response they compress.
  const compressed = entityTag.replace(/"$/, '-gzip"');
  for (const tag of [entityTag, `W/${entityTag}`, compressed, `"other", ${entityTag}`]) {
    const again = await fetch(address, { headers: { 'If-None-Match': tag } });
    expect(`If-None-Match: ${tag}`, again.status, 304);
    expect('its tag', again.headers.get('etag'), entityTag);
    expect('its length', (await again.arrayBuffer()).byteLength, 0);
  }
  const changed = await fetch(address, { headers: { 'If-None-Match': '"other"' } });
  expect('If-None-Match with another tag', changed.status, 200);
  await changed.arrayBuffer();
  for (const [method, path, status] of [
    ['POST', `${name}.json`, 405],
    ['GET', 'nothing.json', 404],
  ] as const) {
    const refused = await fetch(`${url}/api/docs/${path}`, { method });
    expect(`${method} ${path}`, refused.status, status);
    expect(
      `the type of ${method} ${path}`,
      refused.headers.get('content-type')?.split(';')[0],
      'application/problem+json',
    );
    await refused.arrayBuffer();
  }
  return faults;
}

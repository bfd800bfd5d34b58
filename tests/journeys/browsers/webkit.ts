import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { type Engine, HEIGHT, WIDTH } from './engine.ts';

/** Keys that are no characters, in the W3C's WebDriver. */
const KEYS = { Enter: '\uE007', Escape: '\uE00C' };
const START_MS = 15_000;
const CALL_MS = 60_000;

const answerSchema = z.object({ value: z.unknown() });
const sessionSchema = z.object({ sessionId: z.string() });
const rectSchema = z.object({ width: z.number(), height: z.number() });
const resultSchema = z.object({ value: z.unknown().optional(), error: z.string().optional() });

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  server.close();
  return port;
}

/** A display without a screen of its own: two windows on one would take each other's focus. */
async function startDisplay(): Promise<{ display: string; server: ChildProcess }> {
  const server = spawn(
    'Xvfb',
    ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp', '-terminate'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const printed: unknown[] = await once(server.stdout, 'data', { signal: AbortSignal.timeout(START_MS) });
  return { display: `:${printed.join('').trim()}`, server };
}

/**
 * Starts WebKitGTK's MiniBrowser, spoken to by the W3C's WebDriver: Playwright's own WebKit is in no registry of
 * packages.
 */
export async function startWebKit(): Promise<Engine> {
  const [port, { display, server }] = await Promise.all([freePort(), startDisplay()]);
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: ['ignore', 'pipe', 'ignore'],
    // Its own sandbox needs rights that a container does not have.
    env: {
      ...process.env,
      DISPLAY: display,
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      NO_AT_BRIDGE: '1',
    },
  });
  let printed = '';
  driver.stdout.on('data', (data: Buffer) => (printed += data.toString()));

  const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(CALL_MS),
    });
    const { value } = answerSchema.parse(await response.json());
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const end = Date.now() + START_MS;
  while (!(await call('GET', '/status').catch(() => undefined))) {
    if (Date.now() > end) throw new Error('WebKitWebDriver does not start.');
    await wait(50);
  }
  const [binary] = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser');
  const args = ['--automation', '--enable-write-console-messages-to-stdout=true'];
  const { sessionId } = sessionSchema.parse(
    await call('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args } } },
    }),
  );
  const post = (path: string, body: object = {}) => call('POST', `/session/${sessionId}${path}`, body);
  const act = (action: object) => post('/actions', { actions: [action] });
  const press = (keys: string[]) =>
    act({
      type: 'key',
      id: 'keys',
      actions: keys.flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    });
  const evaluate = async (expression: string): Promise<unknown> => {
    const script = `const done = arguments[0];
      Promise.resolve().then(() => ${expression}).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const { value, error } = resultSchema.parse(await post('/execute/async', { script, args: [] }));
    if (error !== undefined) throw new Error(error);
    return value;
  };
  const setWidth = async (width: number): Promise<void> => {
    const rect = rectSchema.parse(await post('/window/rect', { width, height: HEIGHT }));
    // The window is larger than the page by its bars.
    await wait(300);
    const [ofPage, high] = z
      .tuple([z.number(), z.number()])
      .parse(await evaluate('[innerWidth, innerHeight]'));
    await post('/window/rect', {
      width: rect.width + width - ofPage,
      height: rect.height + HEIGHT - high,
    });
  };
  await setWidth(WIDTH);
  return {
    name: 'WebKit',
    load: async (url) => void (await post('/url', { url })),
    evaluate,
    click: async (x, y) =>
      void (await act({
        type: 'pointer',
        id: 'mouse',
        parameters: { pointerType: 'mouse' },
        actions: [
          { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      })),
    type: async (text) => void (await press(Array.from(text))),
    press: async (key) => void (await press([KEYS[key]])),
    setWidth,
    tabs: async () =>
      z.array(z.string()).parse(await call('GET', `/session/${sessionId}/window/handles`)).length,
    errors: () => printed.split('\n').filter((line) => /CONSOLE .*ERROR/.test(line)),
    picture: async () =>
      Buffer.from(z.string().parse(await call('GET', `/session/${sessionId}/screenshot`)), 'base64'),
    close: async () => {
      await call('DELETE', `/session/${sessionId}`);
      driver.kill();
      server.kill();
    },
  };
}

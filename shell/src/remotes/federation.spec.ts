import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { federation } from './federation.ts';
import { trust } from './integrity.ts';

jest.mock('./parts.ts', () => ({ fetchParts: () => undefined }));
jest.mock('./former-runtime.ts', () => {
  Reflect.set(globalThis, 'hasFormerRuntime', true);
  return {};
});

const folder = 'http://localhost/remotes/maintenance/v1';
const hash = (digest: string) => `sha384-${digest.padEnd(64, 'B')}`;
/** The version that the tests load. */
trust({
  ...{ name: 'maintenance', version: 'v1', manifest: '/remotes/maintenance/v1/mf-manifest.json' },
  ...{ contract: 1, since: null, commit: null, pinned: false },
  integrity: {
    'mf-manifest.json': hash('manifest'),
    'entry.js': hash('entry'),
    'screen.js': hash('screen'),
    'screen.css': hash('style'),
  },
});

const manifest = (more: object = {}) => ({
  metaData: { remoteEntry: { name: 'entry.js' }, ...more },
  exposes: [{ assets: { js: { sync: ['screen.js'] }, css: { sync: ['screen.css'] } } }],
});

const shared = { react: {} };
const screen = { default: 'the screen' };
const init = jest.fn<(scope: unknown) => unknown>();

/** The page's script elements as they are put into it; `outcome` is what becomes of each. */
function scripts(outcome: (script: HTMLScriptElement) => void) {
  const asked: HTMLScriptElement[] = [];
  const append = document.head.append.bind(document.head);
  jest.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) {
      if (!(node instanceof HTMLScriptElement)) append(node);
      else {
        asked.push(node);
        queueMicrotask(() => outcome(node));
      }
    }
  });
  return asked;
}

const runs = (container: unknown) =>
  scripts((script) => {
    Reflect.set(globalThis, 'maintenance', container);
    script.dispatchEvent(new Event('load'));
  });

const works = { init, get: () => Promise.resolve(() => screen) };
const load = () => federation.load('maintenance', '/remotes/maintenance/v1/mf-manifest.json');
const answer = (body: unknown, status = 200) =>
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(body, { status }));

beforeEach(() => {
  Object.assign(globalThis, {
    __webpack_init_sharing__: () => Promise.resolve(),
    __webpack_share_scopes__: { default: shared },
  });
});

afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
  init.mockReset();
  document.head.replaceChildren();
});

it("runs the entry that the manifest names, shares what the shell provides, and answers with the remote's module", async () => {
  answer(manifest());
  const [entry] = [runs(works)];
  expect(await load()).toBe(screen);
  expect(entry).toEqual([expect.objectContaining({ src: `${folder}/entry.js`, integrity: hash('entry') })]);
  expect(init).toHaveBeenCalledWith(shared);
  expect(Reflect.get(globalThis, 'hasFormerRuntime')).toBeUndefined();
});

it('fetches ahead what the remote will ask for, and leaves it to the remote to apply it', async () => {
  answer(manifest());
  runs(works);
  await load();
  expect([...document.head.querySelectorAll('link')]).toEqual([
    expect.objectContaining({
      rel: 'preload',
      as: 'style',
      href: `${folder}/screen.css`,
      integrity: hash('style'),
    }),
    expect.objectContaining({
      rel: 'preload',
      as: 'script',
      href: `${folder}/screen.js`,
      integrity: hash('screen'),
    }),
  ]);
});

it('asks for an entry once by its own address, then past whatever hangs or is wrong there', async () => {
  answer(manifest());
  const asked = runs(works);
  await load();
  answer(manifest());
  await load();
  expect(asked.at(-1)?.src).toMatch(/entry\.js\?again=\d+$/);
});

it('hands a runtime to a remote that was built to find one', async () => {
  answer(manifest({ pluginVersion: '2.9.2' }));
  runs(works);
  expect(await load()).toBe(screen);
  expect(Reflect.get(globalThis, 'hasFormerRuntime')).toBe(true);
});

describe('a manifest', () => {
  it('is never taken from a cache, has a time-out and must have its hash', async () => {
    const send = answer(manifest());
    runs(works);
    await load();
    expect(send).toHaveBeenCalledWith(
      `${folder}/mf-manifest.json`,
      expect.objectContaining({
        cache: 'no-store',
        integrity: hash('manifest'),
        signal: expect.any(AbortSignal),
      }),
    );
  });

  it('with an error status is an error, whatever its body says', async () => {
    answer(manifest(), 503);
    await expect(load()).rejects.toThrow(`HTTP 503 for ${folder}/mf-manifest.json`);
  });

  it.each([null, [], { id: 7 }, { ...manifest(), exposes: [] }, { ...manifest(), metaData: {} }])(
    'is none: %j',
    async (document) => {
      answer(document);
      await expect(load()).rejects.toThrow('mf-manifest.json is no manifest of a remote');
    },
  );
});

describe('an entry', () => {
  beforeEach(() => {
    answer(manifest());
  });

  it.each([
    ['does not come', 'error', /entry\.js\S* did not come/],
    ['leaves nothing', 'load', /entry\.js\S* left no container/],
  ])('that %s is an error, also when another version ran before', async (_what, event, message) => {
    Reflect.set(globalThis, 'maintenance', works);
    scripts((script) => script.dispatchEvent(new Event(event)));
    await expect(load()).rejects.toThrow(message);
  });

  it('that hangs is given up', async () => {
    jest.useFakeTimers();
    const loading = expect(load()).rejects.toThrow(/entry\.js\S* did not come/);
    scripts(() => undefined);
    await jest.advanceTimersByTimeAsync(6000);
    await loading;
  });
});

import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { type FederationHost } from '../federation/index.ts';
import { listed } from '../../test/shell-api.ts';
import { createFederation } from './federation.ts';

const entry = listed('maintenance');
const modules = () => ({});
const runtime = {
  share: jest.fn<FederationHost['share']>(),
  load: jest.fn<FederationHost['load']>(() => Promise.resolve('the module')),
};

/** Captures the script elements added to the page; `outcome` decides whether each loads. */
function scripts(outcome: (script: HTMLScriptElement) => void) {
  const asked: string[] = [];
  jest.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) {
      if (!(node instanceof HTMLScriptElement)) throw new Error('only a script was expected');
      asked.push(node.getAttribute('src') ?? '');
      queueMicrotask(() => outcome(node));
    }
  });
  return asked;
}

const runs = (script: HTMLScriptElement) => {
  globalThis.mainstayFederation = runtime;
  script.dispatchEvent(new Event('load'));
};

beforeEach(() => {
  const address = document.createElement('meta');
  address.name = 'federation-runtime';
  address.content = '/assets/federation-runtime.1.js';
  document.head.replaceChildren(address);
});

afterEach(() => {
  jest.useRealTimers();
  jest.clearAllMocks();
  globalThis.mainstayFederation = undefined;
});

it('fetches the runtime with the first remote and shares the modules once', async () => {
  const federation = createFederation(modules);
  const asked = scripts(runs);
  expect(asked).toEqual([]);
  await expect(Promise.all([federation.load(entry), federation.load(entry)])).resolves.toEqual([
    'the module',
    'the module',
  ]);
  expect(asked).toEqual(['/assets/federation-runtime.1.js']);
  expect(runtime.share.mock.calls).toEqual([[{}]]);
  expect(runtime.load.mock.calls).toEqual([[entry], [entry]]);
});

it.each([
  [
    'is not loaded',
    (script: HTMLScriptElement) => script.dispatchEvent(new Event('error')),
    /was not loaded/,
  ],
  ['hangs', () => jest.advanceTimersByTime(6000), /was not loaded/],
  ['leaves nothing', (script: HTMLScriptElement) => script.dispatchEvent(new Event('load')), /did not start/],
])('rejects when the runtime %s, and fetches it again the next time', async (_what, outcome, message) => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  const federation = createFederation(modules);
  scripts((script) => void outcome(script));
  await expect(federation.load(entry)).rejects.toThrow(message);
  const asked = scripts(runs);
  await expect(federation.load(entry)).resolves.toBe('the module');
  expect(asked).toEqual([expect.stringMatching(/^\/assets\/federation-runtime\.1\.js\?again=\d+$/)]);
});

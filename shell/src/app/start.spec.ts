import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listed, screenAt } from '../../test/shell-api.ts';

const hash = (digest: string) => `sha384-${digest.padEnd(64, 'B')}`;
const files = (...sync: string[]) => ({ sync, async: ['dialogs.js', 'exports.js'] });
const board = listed('maintenance', {
  screens: [screenAt('/tickets', { data: ['/api/tickets?limit=50', '//evil.example/api'] })],
  integrity: {
    'entry.js': hash('entry'),
    'screen.js': hash('screen'),
    'screen.css': hash('style'),
    'picture.js': hash('picture'),
    'dialogs.js': hash('dialogs'),
    'exports.js': hash('exports'),
  },
  build: {
    metaData: { remoteEntry: { name: 'entry.js' } },
    exposes: [{ assets: { js: files('screen.js', 'unpublished.js'), css: files('screen.css') } }],
  },
});

const withPicture = {
  ...board,
  screens: board.screens.map((screen) => ({ ...screen, picture: 'picture.js' })),
};

/** What the script of a picture sets. */
const draw = jest.fn((_role: string, _data: unknown[]) => '<h1>Board</h1>');

let remotes: object[];
let responses: Record<string, () => Response | Promise<Response>>;
let send: jest.SpiedFunction<typeof fetch>;

/** Waits for what comes after the responses. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 10));

/** Runs start.js as the page does first, and waits for the requests it starts. */
async function start(path: string) {
  window.history.replaceState(null, '', path);
  const script = document.createElement('script');
  script.text = readFileSync(join(import.meta.dirname, 'start.js'), 'utf8');
  document.head.append(script);
  await settle();
  return preloads();
}

/** What the page requests first for every user. */
const first = ['/api/user', '/config.json', '/remotes/registry.json'];

const preloads = () =>
  [...document.head.querySelectorAll('link')].map((link) =>
    Object.fromEntries([...link.attributes].map(({ name, value }) => [name, value])),
  );
const sent = () => send.mock.calls.map(([address]) => address);

beforeEach(() => {
  remotes = [board];
  responses = {
    '/remotes/registry.json': () => Response.json({ remotes }),
    '/api/user': () => Response.json({ role: 'admin' }),
    '/api/tickets?limit=50': () =>
      Response.json(['Leak'], {
        headers: { 'X-Total-Count': '7', Link: '</api/tickets?cursor=c>; rel="next"' },
      }),
  };
  send = jest.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
    const respond = typeof address === 'string' && responses[address];
    if (!respond) throw new TypeError('Failed to fetch');
    return respond();
  });
  document.head.innerHTML =
    '<meta name="federation-runtime" content="/assets/runtime.js"><meta name="screen-part" content="/assets/screens.js"><meta name="pressed-part" content="/assets/pressed.css">';
  document.body.innerHTML =
    '<div id="root">spinner</div><template id="picture"><div inert><aside><div></div></aside><main></main></div></template>';
  draw.mockClear();
  Reflect.set(globalThis, 'mainstayPicture', draw);
});

afterEach(() => {
  document.head.innerHTML = '';
  document.body.innerHTML = '';
  document.cookie = 'sidebar_state=; max-age=0';
  globalThis.mainstayRegistry = undefined;
  globalThis.mainstayResponses = undefined;
  Reflect.deleteProperty(globalThis, 'mainstayPicture');
  delete document.documentElement.dataset['signedOut'];
});

const folder = '/remotes/maintenance/v1';
const scripts = [
  { rel: 'preload', as: 'script', href: '/assets/runtime.js' },
  { rel: 'preload', as: 'script', href: '/assets/screens.js' },
  { rel: 'preload', as: 'script', href: `${folder}/entry.js`, integrity: hash('entry') },
  { rel: 'preload', as: 'script', href: `${folder}/screen.js`, integrity: hash('screen') },
];

it.each(['/tickets', '/tickets/7'])(
  "preloads what the screen at %s starts with: runtime, parts, the remote's first files and its data",
  async (path) => {
    expect(await start(path)).toEqual([
      ...scripts,
      { rel: 'preload', as: 'style', href: `${folder}/screen.css`, integrity: hash('style') },
    ]);
    expect(sent()).toEqual([...first, '/api/tickets?limit=50']);
  },
);

it.each([[board], [withPicture]])(
  'requests the data of a screen only after the response that tells where the events stand',
  async (remote) => {
    remotes = [remote];
    let respond = (_response: Response): void => undefined;
    responses['/api/user'] = () => new Promise((resolve) => (respond = resolve));
    const isRequested = () => sent().includes('/api/tickets?limit=50');
    await start('/tickets');
    expect(isRequested()).toBe(false);
    respond(Response.json({ role: 'admin' }));
    await settle();
    expect(isRequested()).toBe(true);
  },
);

describe('the picture of a screen', () => {
  const root = () => document.querySelector('#root')?.innerHTML;
  const files = () => [
    document.head.querySelector('link[rel=stylesheet]'),
    document.head.querySelector('script[src]'),
  ];
  async function show(path = '/tickets') {
    await start(path);
    for (const file of files()) file?.dispatchEvent(new Event('load'));
    await settle();
    return root();
  }
  beforeEach(() => {
    remotes = [withPicture];
  });

  it('is drawn into the frame when its files, the user and the data are there', async () => {
    expect(await start('/tickets')).toEqual([
      ...scripts,
      { rel: 'stylesheet', href: `${folder}/screen.css`, integrity: hash('style') },
    ]);
    const [style, script] = files();
    expect(script?.getAttribute('src')).toBe(`${folder}/picture.js`);
    expect(script?.getAttribute('integrity')).toBe(hash('picture'));
    style?.dispatchEvent(new Event('load'));
    await settle();
    expect(root()).toBe('spinner');
    script?.dispatchEvent(new Event('load'));
    await settle();
    expect(root()).toBe('<div inert=""><aside><div></div></aside><main><h1>Board</h1></main></div>');
    const list = { body: ['Leak'], total: 7, hasMore: true };
    expect(draw).toHaveBeenCalledWith('admin', [list]);
  });

  it.each(['/tickets', '/tickets?q=fryer'])('leaves the responses to the app at %s', async (path) => {
    await show(path);
    expect([...(globalThis.mainstayResponses?.keys() ?? [])]).toEqual([
      '/api/user',
      '/config.json',
      '/api/tickets?limit=50',
    ]);
    const tickets = await globalThis.mainstayResponses?.get('/api/tickets?limit=50');
    expect(await tickets?.json()).toEqual(['Leak']);
  });

  it('is followed by the files of what is pressed first', async () => {
    await show();
    const first = preloads().length;
    // Once it is painted.
    await new Promise((resolve) => setTimeout(resolve, 150));
    const dialogs = {
      rel: 'preload',
      as: 'script',
      href: `${folder}/dialogs.js`,
      integrity: hash('dialogs'),
    };
    expect(preloads().slice(first)).toEqual([
      { rel: 'preload', as: 'style', href: '/assets/pressed.css' },
      dialogs,
      // The same name in the list of styles.
      dialogs,
    ]);
  });

  it('requests none of them where it came too late', async () => {
    document.querySelector('#picture')?.remove();
    await show();
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(preloads().filter(({ href }) => /pressed|dialogs/.test(href ?? ''))).toEqual([]);
  });

  it('has the sidebar as it was left', async () => {
    document.cookie = 'sidebar_state=false';
    expect(await show()).toContain(
      '<div inert="" data-collapsed=""><aside><div data-icons-only=""></div></aside>',
    );
  });

  it.each<[string, () => void, string?]>([
    ['at an address below the screen', () => undefined, '/tickets/7'],
    ['at an address with a query', () => undefined, '/tickets?ticket=7'],
    ['for another role', () => (responses['/api/user'] = () => Response.json({ role: 'auditor' }))],
    [
      'without a session',
      () => (responses['/api/user'] = () => Response.json({ role: 'admin' }, { status: 401 })),
    ],
    [
      'without the data',
      () => (responses['/api/tickets?limit=50'] = () => Response.json([], { status: 503 })),
    ],
    ['without a network', () => (responses = {})],
    ['without a hash', () => (remotes = [{ ...withPicture, integrity: {} }])],
    ['once React draws', () => document.querySelector('#picture')?.remove()],
  ])('is not drawn %s', async (_when, given, path = '/tickets') => {
    const unhandled = jest.fn();
    process.on('unhandledRejection', unhandled);
    given();
    expect(await show(path)).toBe('spinner');
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  it.each([0, 1])(
    'is not drawn when a file has another hash, and the app requests that file itself',
    async (at) => {
      await start('/tickets');
      for (const [index, file] of files().entries())
        file?.dispatchEvent(new Event(at === index ? 'error' : 'load'));
      await settle();
      expect(root()).toBe('spinner');
      expect(files()[at]).toBeNull();
    },
  );
});

it.each(['/', '/ticketsystem'])('preloads nothing of a remote at %s', async (path) => {
  expect(await start(path)).toEqual([]);
  expect(sent()).toEqual(first);
  await expect(globalThis.mainstayRegistry).resolves.toEqual({ remotes: [board] });
});

it('preloads nothing of a screen with restricted roles', async () => {
  remotes = [board, listed('employees', { screens: [screenAt('/managers', { roles: ['admin'] })] })];
  expect(await start('/managers')).toEqual([]);
  expect(sent()).toEqual(first);
});

it('requests nothing on a page served to a visitor', async () => {
  document.documentElement.dataset['signedOut'] = 'true';
  expect(await start('/tickets')).toEqual([]);
  expect(send).not.toHaveBeenCalled();
});

it('requests nothing before a sign-out that is still to be sent', async () => {
  localStorage.setItem('mainstay.signed-out', '1');
  expect(await start('/tickets')).toEqual([]);
  expect(send).not.toHaveBeenCalled();
});

it.each([
  ['is not there', () => Response.json({}, { status: 503 })],
  ['is something else', () => Response.json({ remotes: [{ screens: [screenAt('/tickets')] }] })],
])('leaves it to the application when the registry %s', async (_what, response) => {
  responses['/remotes/registry.json'] = response;
  const links = await start('/tickets');
  expect(links.filter(({ href }) => href?.startsWith('/remotes/'))).toEqual([]);
});

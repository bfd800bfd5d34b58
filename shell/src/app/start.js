// Runs before the first paint. Sets the theme to avoid a flash of the wrong one (dark is the default), and starts the
// requests for the user and for the screen at this address in parallel with the scripts.
(() => {
  let chosen = null;
  let isSignedOut = false;
  try {
    chosen = localStorage.getItem('theme');
    // session/sign-out.ts sends the sign-out first.
    isSignedOut = localStorage.getItem('mainstay.signed-out') !== null;
  } catch {
    // Storage is blocked, so nothing is remembered.
  }
  const page = document.documentElement.dataset;
  page.theme = chosen === 'light' ? 'light' : 'dark';
  if ('signedOut' in page || isSignedOut) return;

  /** A URL that is certain to stay on this origin. */
  const isOwn = (address) => typeof address === 'string' && /^\/[a-z]/.test(address);

  const preload = (attributes) => {
    const link = document.createElement('link');
    for (const [name, value] of Object.entries({ rel: 'preload', ...attributes }))
      link.setAttribute(name, value);
    document.head.append(link);
  };

  const preloadData = (href) => preload({ as: 'fetch', href, crossorigin: 'use-credentials' });

  /** The user has arrived. */
  const hasUser = new Promise((resolve) => {
    const check = ({ target }) => {
      if (target instanceof HTMLLinkElement && target.getAttribute('href') === '/api/user') resolve();
    };
    document.addEventListener('load', check, true);
  });
  // The app's first calls.
  preloadData('/api/user');
  preloadData('/config.json');
  const registry = fetch('/remotes/registry.json', { signal: AbortSignal.timeout(6000) }).then((response) => {
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return response.json();
  });
  // Consumed once by remotes/registry.ts.
  window.mainstayRegistry = registry;

  /** Preloads what the remote at this address needs first: its files, with their hashes, and the data of its screen. */
  const startScreen = ({ remotes }) => {
    const isHere = ({ path }) => location.pathname === path || location.pathname.startsWith(`${path}/`);
    const screens = remotes.flatMap(
      (remote) => remote.screens?.map((screen) => ({ remote, ...screen })) ?? [],
    );
    const screen = screens.find(isHere);
    // A screen with restricted roles waits until the app knows the user.
    const roles = new Set(screens.flatMap((each) => each.roles));
    if (!screen || screen.roles.length < roles.size) return;
    const { remote } = screen;
    for (const { content } of document.querySelectorAll(
      'meta[name="federation-runtime"], meta[name="screen-part"]',
    )) {
      preload({ as: 'script', href: content });
    }
    const folder = remote.manifest.replace(/[^/]+$/, '');
    const { js, css } = remote.build.exposes[0].assets;
    for (const file of [remote.build.metaData.remoteEntry.name, ...js.sync, ...css.sync]) {
      const integrity = remote.integrity[file];
      const as = file.endsWith('.css') ? 'style' : 'script';
      if (integrity) preload({ as, href: folder + file, integrity });
    }
    // After the response that tells where the events stand: what changes from then on comes with them.
    void hasUser.then(() => {
      for (const href of screen.data ?? []) {
        if (isOwn(href)) preloadData(href);
      }
    });
  };
  // A request that fails here is repeated where its result is used, and its error is shown there.
  registry.then(startScreen).catch(() => undefined);
})();

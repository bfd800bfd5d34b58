// Runs before the first paint. Sets the theme to avoid a flash of the wrong one (dark is the default), and starts the
// requests for the screen at this address in parallel with the scripts.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('theme');
  } catch {
    // Storage is blocked, so no choice is remembered.
  }
  const page = document.documentElement.dataset;
  page.theme = chosen === 'light' ? 'light' : 'dark';
  if ('signedOut' in page) return;

  /** A URL that is certain to stay on this origin. */
  const isOwn = (address) => typeof address === 'string' && /^\/[a-z]/.test(address);

  const preload = (attributes) => {
    const link = document.createElement('link');
    for (const [name, value] of Object.entries({ rel: 'preload', ...attributes }))
      link.setAttribute(name, value);
    document.head.append(link);
  };

  /** The preload of the user in the document has arrived. */
  const hasUser = new Promise((resolve) => {
    const check = ({ target }) => {
      if (target instanceof HTMLLinkElement && target.getAttribute('href') === '/api/user') resolve();
    };
    document.addEventListener('load', check, true);
  });
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
        if (isOwn(href)) preload({ as: 'fetch', href, crossorigin: 'use-credentials' });
      }
    });
  };
  // A request that fails here is repeated where its result is used, and its error is shown there.
  registry.then(startScreen).catch(() => undefined);
})();

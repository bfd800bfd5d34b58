// Runs before anything is painted. Sets the theme, so that no visitor sees the other one first (dark is the default), and
// starts the requests for the screen at this address, so that they run beside the scripts instead of after them.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('theme');
  } catch {
    // No storage, no memory of a choice.
  }
  const page = document.documentElement.dataset;
  page.theme = chosen === 'light' ? 'light' : 'dark';
  if ('signedOut' in page) return;

  /** A URL of this origin that nothing can turn into another's. */
  const isOwn = (address) => typeof address === 'string' && /^\/[a-z]/.test(address);

  const preload = (attributes) => {
    const link = document.createElement('link');
    for (const [name, value] of Object.entries({ rel: 'preload', ...attributes }))
      link.setAttribute(name, value);
    document.head.append(link);
  };

  const registry = fetch('/remotes/registry.json', { signal: AbortSignal.timeout(6000) }).then((response) => {
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return response.json();
  });
  // The application reads it from here, once (remotes/registry.ts).
  window.mainstayRegistry = registry;

  /** What the remote at this address starts with: its first files with their hashes, and the data of its screen. */
  const startScreen = ({ remotes }) => {
    const isHere = ({ path }) => location.pathname === path || location.pathname.startsWith(`${path}/`);
    const screens = remotes.flatMap(
      (remote) => remote.screens?.map((screen) => ({ remote, ...screen })) ?? [],
    );
    const screen = screens.find(isHere);
    // What only some roles can open waits until the application knows who is here.
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
    for (const href of screen.data ?? []) {
      if (isOwn(href)) preload({ as: 'fetch', href, crossorigin: 'use-credentials' });
    }
  };
  // Whatever cannot be started here is requested, and its failure shown, when it is used.
  registry.then(startScreen).catch(() => undefined);
})();

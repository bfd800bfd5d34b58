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

  const append = (tag, attributes) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    document.head.append(element);
    return element;
  };
  const preload = (attributes) => append('link', { rel: 'preload', ...attributes });
  /** A file that the app does not get is removed again, so that the app requests it too and says why. */
  const load = (tag, attributes) =>
    new Promise((resolve, reject) => {
      const element = append(tag, attributes);
      element.onload = resolve;
      element.onerror = () => {
        element.remove();
        reject(new Error('not loaded'));
      };
    });

  /** Remotes have in chunks of this name what a press on their screen opens. */
  const isOfPress = (file) => file.startsWith('dialogs.');

  const read = (response) => {
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return response.json();
  };
  // Each is consumed once, by the app's own request (packages/web-kit/src/first-response.ts).
  const responses = new Map();
  window.mainstayResponses = responses;
  /** Sends a request in place of the app: WebKit would send that of a preload again. Returns a copy of the response. */
  const request = async (href) => {
    const sent = fetch(href, { credentials: 'include' });
    responses.set(href, sent);
    const response = await sent;
    // As packages/web-kit/src/server-clock.ts.
    const ahead = Date.parse(response.headers.get('date')) - Date.now();
    if (Math.abs(ahead) > 5000) window.mainstayClockAhead = ahead;
    return response.clone();
  };

  // The app's first calls.
  const user = request('/api/user').then(read);
  user.catch(() => undefined);
  request('/config.json').catch(() => undefined);
  const registry = fetch('/remotes/registry.json', { signal: AbortSignal.timeout(6000) }).then(read);
  // Consumed once by remotes/registry.ts.
  window.mainstayRegistry = registry;

  /** Sends the first requests of a screen, which its picture shows. */
  const readData = async (href) => {
    const response = await request(href);
    const { headers } = response;
    return {
      body: await read(response),
      total: Number(headers.get('x-total-count')),
      hasMore: /rel="?next/.test(headers.get('link')),
    };
  };

  /**
   * Shows the picture until the app's first render, which removes the template and then replaces the picture.
   * @returns whether it came before that
   */
  const show = (html) => {
    const frame = document.getElementById('picture')?.content.firstElementChild;
    if (!frame) return false;
    // As sidebar-state.ts.
    if (document.cookie.split('; ').includes('sidebar_state=false')) {
      frame.dataset.collapsed = '';
      frame.querySelector('aside > div').dataset.iconsOnly = '';
    }
    frame.querySelector('main').innerHTML = html;
    document.getElementById('root').replaceChildren(frame);
    return true;
  };

  /** A hidden tab paints no frame. */
  const painted = () =>
    new Promise((resolve) => {
      requestAnimationFrame(() => setTimeout(resolve));
      setTimeout(resolve, 100);
    });

  /** Loads what the remote at this address needs first: its files, with their hashes, and the data of its screen. */
  const startScreen = async ({ remotes }) => {
    const isHere = ({ path }) => location.pathname === path || location.pathname.startsWith(`${path}/`);
    const screens = remotes.flatMap(
      (remote) => remote.screens?.map((screen) => ({ remote, ...screen })) ?? [],
    );
    const screen = screens.find(isHere);
    // A screen with restricted roles waits until the app knows the user.
    const roles = new Set(screens.flatMap((each) => each.roles));
    if (!screen || screen.roles.length < roles.size) return;
    const { remote, picture } = screen;
    // An address below it or with a query shows something else.
    const hasPicture = location.href === location.origin + screen.path && remote.integrity[picture];
    for (const { content } of document.querySelectorAll(
      'meta[name="federation-runtime"], meta[name="screen-part"]',
    )) {
      preload({ as: 'script', href: content });
    }
    const folder = remote.manifest.replace(/[^/]+$/, '');
    const { js, css } = remote.build.exposes[0].assets;
    const parts = [];
    for (const file of [remote.build.metaData.remoteEntry.name, ...js.sync, ...css.sync]) {
      const integrity = remote.integrity[file];
      const href = folder + file;
      if (!integrity) continue;
      if (!file.endsWith('.css')) preload({ as: 'script', href, integrity });
      else if (!hasPicture) preload({ as: 'style', href, integrity });
      else parts.push(load('link', { rel: 'stylesheet', href, integrity }));
    }
    if (hasPicture) {
      const attributes = { src: folder + picture, integrity: hasPicture, fetchpriority: 'high' };
      parts.push(load('script', attributes));
    }
    const addresses = screen.data?.filter(isOwn) ?? [];
    // After the response that tells where the events stand: what changes from then on comes with them.
    if (!hasPicture) {
      user.then(() => Promise.all(addresses.map(request))).catch(() => undefined);
      return;
    }
    const data = user.then(({ role }) => {
      if (!screen.roles.includes(role)) throw new Error('not for this role');
      return Promise.all([role, ...addresses.map(readData)]);
    });
    const [[role, ...lists]] = await Promise.all([data, ...parts]);
    // Else the app may still wait for the screen, and fetches the rest once it is there.
    if (!show(window.mainstayPicture(role, lists))) return;
    await painted();
    // What most people press first, before what nobody has pressed.
    for (const { content } of document.querySelectorAll('meta[name="pressed-part"]')) {
      preload({ as: content.endsWith('.css') ? 'style' : 'script', href: content });
    }
    for (const file of [js, css].flatMap((files) => files.async ?? []).filter(isOfPress)) {
      const integrity = remote.integrity[file];
      if (integrity)
        preload({ as: file.endsWith('.css') ? 'style' : 'script', href: folder + file, integrity });
    }
  };
  // A request that fails here is repeated where its result is used, and its error is shown there.
  window.mainstayDrawn = registry.then(startScreen).catch(() => undefined);
})();

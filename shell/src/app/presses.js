// Remembers what is pressed before it can happen, shows that it was noticed, and lets it happen as soon as the app is
// there (docs/decisions/0072-no-press-is-lost.md). Of several presses it is the last.
(() => {
  const ASSIGNEE = '[data-assignee]';
  const PRESSABLE = 'a, button, input, .ant-tabs-tab, [data-card]';
  const KEPT_MS = 60_000;
  const OPENS_MS = 15_000;
  /** How long what was requested ahead waits: for a press, and after one. */
  const RESTED_MS = 5000;
  const PRESSED_MS = 30_000;
  /** A pointer that is on its way to something else does not stay as long. */
  const REST_MS = 100;
  const page = document.documentElement;
  if ('signedOut' in page.dataset) return;
  let pressed;
  let forgetting;
  /** Stands where the dialog of a card will be. */
  let opening;
  /** Where the picture's lists were scrolled, by their names. */
  const scrolled = new Map();

  const picture = () => document.querySelector('#root > [inert]');

  /** The element at a point; that of the picture, which takes no events itself. */
  const elementAt = ({ x, y }) => {
    const frame = picture();
    if (frame) frame.inert = false;
    const element = document.elementFromPoint(x, y);
    if (frame) frame.inert = true;
    return element;
  };

  const forget = () => {
    if (!pressed) return;
    clearTimeout(forgetting);
    pressed.element?.removeAttribute('data-pressed');
    pressed = undefined;
    opening?.remove();
    opening = undefined;
    delete page.dataset.pressed;
  };

  const make = (tag, ...children) => {
    const element = document.createElement(tag);
    element.append(...children);
    return element;
  };

  /** What a card says of itself, in the frame of its dialog (page.css). */
  const openingOf = (card) => {
    const all = (selector) => [...card.querySelectorAll(selector)].map((part) => part.cloneNode(true));
    const status = card.closest('section')?.querySelector('h2')?.textContent ?? '';
    const number = card.querySelector('[data-number]')?.dataset.number;
    const head = number ? [make('strong', `#${number}`), status] : [make('strong', status)];
    const facts = make('div', ...head, ...all('h3 + .ant-tag, p + div > *'));
    const [title = ''] = all('h3').map(({ textContent }) => textContent);
    const [text = ''] = all('p').map(({ textContent }) => textContent);
    const dialog = make('div', make('h2', title), facts, make('p', text));
    const frame = make('div', dialog);
    frame.className = 'opening';
    return frame;
  };

  const remember = (press) => {
    forget();
    pressed = press;
    forgetting = setTimeout(forget, KEPT_MS);
    page.dataset.pressed = '';
    press.element?.setAttribute('data-pressed', '');
    if (press.card && press.part !== ASSIGNEE) {
      opening = openingOf(press.element);
      document.body.append(opening);
    }
    watch.observe(document.body, { childList: true, subtree: true });
  };

  /** What stands in the app for what was pressed: the same part of the same card, else the same in the same place. */
  const counterpart = ({ card, part, tag, text, point }) => {
    if (card) return document.querySelector(`[data-card="${card}"] :is(${part})`);
    const isSame = (element) => element?.localName === tag && element.textContent === text;
    const here = elementAt(point)?.closest(PRESSABLE);
    if (isSame(here)) return here;
    return text === '' ? undefined : [...document.querySelectorAll(PRESSABLE)].find(isSame);
  };

  const happen = () => {
    const { key, typed } = pressed;
    // The keys are the app's (shell/src/keys), which calls when it has loaded them.
    const element = key === undefined && counterpart(pressed);
    if (!element) return;
    if (opening) {
      pressed.hasHappened = true;
      clearTimeout(forgetting);
      forgetting = setTimeout(forget, OPENS_MS);
    } else forget();
    if (element.localName !== 'input') element.click();
    else type(element, typed);
  };

  /** The app's own dialog takes the place, without the movement with which it opens. */
  const giveWay = () => {
    if (!document.querySelector('[role=dialog]')) return;
    page.dataset.opened = '';
    setTimeout(() => delete page.dataset.opened, 1000);
    forget();
  };

  const type = (field, text) => {
    field.focus();
    if (!text) return;
    field.setRangeText(text, 0, field.value.length, 'end');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };

  // Consumed once, by the app's own requests (packages/web-kit/src/first-response.ts).
  const ahead = new Map();
  window.mainstayAhead = ahead;
  const ends = new Map();
  // What was read before a write may differ from what it wrote; a report of a load writes nothing that is shown.
  window.addEventListener('mainstay:write', ({ detail: response }) => {
    void response
      .then(({ url }) => url.endsWith('/api/remote-loads'))
      .catch(() => false)
      .then((isReport) => isReport || ahead.clear());
  });

  /** As packages/web-kit/src/sent-by.ts. */
  const isByPage = () => 'userActivation' in navigator && !navigator.userActivation.isActive;

  /** Requests what an element leads to, which its card names: an address, and what follows it in others. */
  const requestAhead = (element, keptMs) => {
    const [first, ...others] = element?.closest('[data-ahead]')?.dataset.ahead.split(' ') ?? [];
    if (!first) return;
    const headers = isByPage() ? { 'Sent-By': 'page' } : {};
    for (const address of [first, ...others.map((end) => first + end)]) {
      clearTimeout(ends.get(address));
      ends.set(
        address,
        setTimeout(() => ahead.delete(address), keptMs),
      );
      if (ahead.has(address)) continue;
      const response = fetch(address, { credentials: 'include', headers });
      // To its end, also if nothing is pressed: one that is not read can hold its connection.
      response.then((read) => read.clone().arrayBuffer()).catch(() => undefined);
      ahead.set(address, response);
    }
  };

  let resting;
  document.addEventListener('pointerover', (event) => {
    clearTimeout(resting);
    if (event.pointerType === 'mouse')
      resting = setTimeout(() => requestAhead(event.target, RESTED_MS), REST_MS);
  });
  document.addEventListener('pointerdown', (event) => {
    if (event.button === 0) requestAhead(picture() ? elementAt(event) : event.target, PRESSED_MS);
  });

  const scrollerOf = (name) => document.querySelector(`[role=list][aria-label="${name}"]`)?.parentElement;

  /** Also once the list has measured its cards, by which it moves what was estimated. */
  const scrollTo = (scroller, top) => {
    scroller.scrollTop = top;
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        scroller.scrollTop = top;
      }),
    );
  };

  const watch = new MutationObserver(() => {
    if (picture()) return;
    for (const [name, top] of scrolled) {
      const scroller = scrollerOf(name);
      if (!scroller) continue;
      scrollTo(scroller, top);
      scrolled.delete(name);
    }
    if (pressed?.hasHappened) giveWay();
    else if (pressed) happen();
    if (!pressed && scrolled.size === 0) watch.disconnect();
  });

  const onPress = (event) => {
    const { button, ctrlKey, metaKey, target, x, y } = event;
    if (!event.isTrusted || button > 1) return;
    if (opening?.contains(target)) {
      if (target === opening) forget();
      return;
    }
    // Whoever presses something else wants that.
    if (!picture()) {
      forget();
      return;
    }
    const found = elementAt(event)?.closest(PRESSABLE);
    const card = found?.closest('[data-card]');
    if (!found) return;
    if (button === 1 || ctrlKey || metaKey) {
      const link = found.closest('a') ?? card?.querySelector('a');
      if (link) window.open(link.href, '_blank');
      if (link || button === 1) return;
    }
    remember({
      element: card ?? found,
      card: card?.dataset.card,
      part: found.matches(ASSIGNEE) ? ASSIGNEE : 'a, button',
      tag: found.localName,
      text: found.textContent,
      point: { x, y },
      typed: '',
    });
  };
  document.addEventListener('click', onPress, true);
  // Of the middle button.
  document.addEventListener('auxclick', onPress, true);

  document.addEventListener(
    'wheel',
    (event) => {
      if (!picture()) return;
      const list = elementAt(event)?.closest('section')?.querySelector('[role=list]');
      const scroller = list?.parentElement;
      if (!scroller) return;
      scroller.scrollTop += event.deltaY;
      scrolled.set(list.ariaLabel, scroller.scrollTop);
      watch.observe(document.body, { childList: true, subtree: true });
    },
    { passive: true },
  );

  const isForPage = ({ target, ctrlKey, altKey, metaKey, isComposing }) =>
    !(ctrlKey || altKey || metaKey || isComposing) &&
    !(
      target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role=dialog]')
    );

  // After all listeners of the page.
  const onKey = (event) => {
    const { key } = event;
    if (event.defaultPrevented || !isForPage(event)) return;
    const isSearch = pressed?.key === '/' || pressed?.tag === 'input';
    if (isSearch && (key === 'Backspace' || key.length === 1)) {
      pressed.typed = key === 'Backspace' ? pressed.typed.slice(0, -1) : pressed.typed + key;
      const shown = picture()?.querySelector('input');
      if (shown) shown.value = pressed.typed;
    } else if (key === 'c' || key === '/' || key === '?') {
      remember({ key, typed: '' });
      window.dispatchEvent(new Event('mainstay:key'));
    } else return;
    event.preventDefault();
  };
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && forget());
  window.addEventListener('keydown', onKey);
  window.addEventListener('mainstay:press-failed', forget);
  // From the keys of the app: from now on they are there.
  window.addEventListener('mainstay:keys', () => {
    window.removeEventListener('keydown', onKey);
    if (pressed?.key === undefined) return;
    const { key, typed } = pressed;
    forget();
    document.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }));
    if (key === '/') type(document.activeElement, typed);
  });
})();

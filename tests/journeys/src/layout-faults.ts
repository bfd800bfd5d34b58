import { type Page } from '@playwright/test';

declare global {
  interface Window {
    layout: ReturnType<typeof layoutTools>;
    /** What has moved by itself, and how far in all, once that is more than hardly anything. */
    shifts: string[];
  }
}

/** What the measurements share. It runs in the page, so that all that it needs is inside, as with them. */
function layoutTools() {
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  /** The topmost dialog, or the page without one. */
  const root = () =>
    [...document.querySelectorAll('[role="dialog"], dialog[open]')].filter(isShown).at(-1) ?? document.body;
  return {
    isShown,
    root,
    all: (selector: string) =>
      [...root().querySelectorAll(selector)].filter((element) => isShown(element) && !element.closest('svg')),
    wordsOf: (element: Element) => {
      const words = element.getAttribute('aria-label') ?? element.textContent;
      return `${element.localName} "${words.replaceAll(/\s+/g, ' ').trim().slice(0, 40)}"`;
    },
    /** What of a rectangle in an element is not cut off by what is around it. */
    uncut: (element: Element, rect: DOMRect) => {
      let { left, top, right, bottom } = rect;
      for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) {
        const { overflowX, overflowY, clipPath } = getComputedStyle(each);
        if (clipPath !== 'none') right = left;
        const box = each.getBoundingClientRect();
        if (overflowX !== 'visible') [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
        if (overflowY !== 'visible') [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
      }
      return { left, top, right, bottom, width: right - left, height: bottom - top };
    },
  };
}

function narrowNames(): string[] {
  const LETTERS = 8;
  /** The width of a narrow letter, in font sizes. */
  const LETTER = 0.45;
  const { all, uncut, wordsOf } = window.layout;
  return all('h1, h2, h3, th[scope="row"] :is(a, button, strong), [data-card] a').flatMap((name) => {
    let block = name;
    while (getComputedStyle(block).display.startsWith('inline') && block.parentElement)
      block = block.parentElement;
    const letters = Math.min(LETTERS, name.textContent.trim().length);
    const { width } = uncut(name, block.getBoundingClientRect());
    return width < letters * LETTER * parseFloat(getComputedStyle(name).fontSize)
      ? [`narrow: ${wordsOf(name)} has ${Math.round(width)} px`]
      : [];
  });
}

/** Words, links and buttons that are over each other. */
function overlaps(): string[] {
  const MOST = 3;
  const { all, isShown, root, uncut, wordsOf } = window.layout;
  const boxes: { element: Element; layer: Element | null; rect: ReturnType<typeof uncut> }[] = [];
  const top = root();
  /** What stays while the rest scrolls is over it for a while. */
  const layerOf = (element: Element): Element | null => {
    for (let each: Element | null = element; each && each !== top; each = each.parentElement)
      if (['fixed', 'sticky'].includes(getComputedStyle(each).position)) return each;
    return null;
  };
  const add = (element: Element, given: DOMRect) => {
    const rect = uncut(element, given);
    if (rect.width > MOST && rect.height > MOST) boxes.push({ element, layer: layerOf(element), rect });
  };
  const texts = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    const isEmpty = texts.currentNode.textContent?.trim() === '';
    if (!element || isEmpty || !isShown(element) || element.closest('svg, style, script')) continue;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    for (const rect of range.getClientRects()) add(element, rect);
  }
  for (const element of all('a[href], button')) add(element, element.getBoundingClientRect());
  const areOver = (one: (typeof boxes)[number], other: (typeof boxes)[number]) =>
    one.layer === other.layer &&
    !one.element.contains(other.element) &&
    !other.element.contains(one.element) &&
    Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left) > MOST &&
    Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top) > MOST;
  return boxes.flatMap((one, at) =>
    boxes
      .slice(at + 1)
      .filter((other) => areOver(one, other))
      .map((other) => `over each other: ${wordsOf(one.element)} and ${wordsOf(other.element)}`),
  );
}

/** Targets that a finger misses. */
function smallTargets(): string[] {
  const FINGER = 44;
  const { all, wordsOf } = window.layout;
  /** A link within a sentence is as high as its line. */
  const isInSentence = (element: Element) =>
    getComputedStyle(element).display === 'inline' &&
    (element.parentElement?.textContent.trim().length ?? 0) > element.textContent.trim().length + 1;
  /** Whether a finger beside the middle hits it too: it may be larger than its box. */
  const isHit = (target: Element) => {
    target.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = target.getBoundingClientRect();
    const [x, y, reach] = [left + width / 2, top + height / 2, FINGER / 2 - 1];
    const beside =
      width < FINGER
        ? [document.elementFromPoint(x - reach, y), document.elementFromPoint(x + reach, y)]
        : [];
    const above =
      height < FINGER
        ? [document.elementFromPoint(x, y - reach), document.elementFromPoint(x, y + reach)]
        : [];
    return [...beside, ...above].every((hit) => target.contains(hit));
  };
  const found = all(
    'a[href], button, input, textarea, select, [role="tab"], [role="menuitem"], [role="option"], [role="switch"]',
  ).map((each) => {
    // A press anywhere on a row of a list is one on its name.
    const around = each.matches('th [aria-haspopup="dialog"]') ? 'tr' : 'label, .ant-select, .ant-tabs-tab';
    return each.closest(`${around}, .ant-input-affix-wrapper`) ?? each;
  });
  return [...new Set(found)].flatMap((target) => {
    const { width, height, bottom } = target.getBoundingClientRect();
    const isThere =
      bottom > 0 && Math.min(width, height) > 2 && !target.matches(':disabled, [aria-disabled="true"]');
    if (!isThere || (width >= FINGER && height >= FINGER) || isInSentence(target) || isHit(target)) return [];
    return [`small: ${wordsOf(target)} has ${Math.round(width)} × ${Math.round(height)} px`];
  });
}

/** Buttons of a dialog that are not visible, and what scrolls sideways. */
function hiddenOrScrolled(): string[] {
  const { all, root, wordsOf } = window.layout;
  const isDialog = root() !== document.body;
  const buttons = isDialog ? all('button[type="submit"], .ant-modal-footer :is(a, button)') : [];
  const scrolled = [document.documentElement, ...(isDialog ? [root(), ...all('.ant-modal-body')] : [])];
  return [
    ...buttons.flatMap((button) => {
      const { top, bottom, left, right } = button.getBoundingClientRect();
      const isVisible = top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth;
      return isVisible ? [] : [`not visible: ${wordsOf(button)} at ${Math.round(top)} of ${innerHeight} px`];
    }),
    ...scrolled.flatMap((element) =>
      element.scrollWidth > element.clientWidth + 1
        ? [`sideways: ${element.localName} ${element.scrollWidth} of ${element.clientWidth} px`]
        : [],
    ),
  ];
}

/** Runs in the page. */
function noteShifts() {
  const MOST = 0.01;
  let total = 0;
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (Reflect.get(entry, 'hadRecentInput') === true) continue;
      total += Number(Reflect.get(entry, 'value'));
      if (total <= MOST) continue;
      const sources: unknown = Reflect.get(entry, 'sources');
      const moved = Array.isArray(sources) ? sources.map((source: { node?: Element }) => source.node) : [];
      const elements = moved.map((node) => node?.outerHTML.slice(0, 200)).join();
      window.shifts.push(`shift, in all ${total}: ${elements}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Measures in each page that is opened from now on. */
export async function watchLayout(page: Page): Promise<void> {
  await page.addInitScript(`window.layout = (${layoutTools.toString()})();`);
  await page.addInitScript(noteShifts);
}

/**
 * What is wrong with the layout of the topmost dialog, or of the page: buttons of a dialog that are not visible, what
 * scrolls sideways, names narrower than eight letters, words over something else, targets that a finger misses.
 * @param isTouched whether fingers press it
 */
export async function layoutFaults(page: Page, isTouched: boolean): Promise<string[]> {
  const found = [
    ...(await page.evaluate(hiddenOrScrolled)),
    ...(await page.evaluate(narrowNames)),
    ...(await page.evaluate(overlaps)),
    ...(isTouched ? await page.evaluate(smallTargets) : []),
  ];
  return [...new Set(found)];
}

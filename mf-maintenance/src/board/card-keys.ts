import { isKeyForPage } from '@mainstay/web-kit';

/** The steps of a key across the columns and down. */
const ways: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The nearest card on a way from another: in its column, or in the next column at about its height. */
function nextCard(card: Element, [across, down]: readonly [number, number]): Element | undefined {
  const from = card.getBoundingClientRect();
  const distances = [...document.querySelectorAll('main [data-card]')].map((other) => {
    const to = other.getBoundingClientRect();
    const sideways = to.left - from.left;
    const ahead = across * sideways + down * (to.top - from.top);
    const isOnWay = ahead > 0 && (across !== 0 || sideways === 0);
    return { other, distance: isOnWay ? 1000 * ahead + Math.abs(to.top - from.top) : Infinity };
  });
  const nearest = distances.sort((one, two) => one.distance - two.distance)[0];
  return nearest && nearest.distance < Infinity ? nearest.other : undefined;
}

/**
 * Arrow keys move the focus from card to card, down also from the page to the first, and A opens the list of people on
 * the card with the focus.
 * @returns a function that ends it
 */
export function watchCardKeys(): () => void {
  const onKey = (event: KeyboardEvent) => {
    const { target, key } = event;
    if (!(target instanceof Element) || !isKeyForPage(event)) return;
    const card = target.closest('[data-card]');
    const way = ways[key];
    if (card && key === 'a') card.querySelector<HTMLElement>('[data-assignee]')?.click();
    else if (way && (card || (key === 'ArrowDown' && target.matches('body, main')))) {
      const next = card ? nextCard(card, way) : document.querySelector('main [data-card]');
      next?.querySelector<HTMLElement>('a, button')?.focus();
      next?.scrollIntoView({ block: 'nearest' });
    } else return;
    // It neither scrolls nor is typed into what has the focus now.
    event.preventDefault();
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}

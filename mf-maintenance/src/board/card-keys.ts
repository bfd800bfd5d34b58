import { isKeyForPage } from '@mainstay/web-kit';

type Direction = -1 | 1;
const across: Readonly<Record<string, Direction>> = { ArrowLeft: -1, ArrowRight: 1 };
const along: Readonly<Record<string, Direction>> = { ArrowUp: -1, ArrowDown: 1 };

/** The card that is next to one, by the places of both on the screen. */
function beside(card: Element, cards: readonly Element[], key: string): Element | undefined {
  const from = card.getBoundingClientRect();
  const isAcross = across[key] !== undefined;
  const direction = across[key] ?? along[key] ?? 0;
  const distanceOf = (other: Element) => {
    const to = other.getBoundingClientRect();
    const isBeside = to.left >= from.right || to.right <= from.left;
    if (isBeside !== isAcross) return NaN;
    const sideways = direction * (to.left - from.left);
    const down = to.top - from.top;
    if (isAcross) return sideways > 0 ? sideways * 1000 + Math.abs(down) : NaN;
    return direction * down;
  };
  let nearest: { card: Element; distance: number } | undefined;
  for (const other of cards) {
    const distance = distanceOf(other);
    if (distance > 0 && !(nearest && nearest.distance <= distance)) nearest = { card: other, distance };
  }
  return nearest?.card;
}

/**
 * Arrow keys move the focus from card to card, and A opens the list of people on the card with the focus.
 * @returns a function that ends it
 */
export function watchCardKeys(): () => void {
  const onKey = (event: KeyboardEvent) => {
    const card = event.target instanceof Element ? event.target.closest('[data-card]') : null;
    if (!card || !isKeyForPage(event)) return;
    if (event.key !== 'a' && !event.key.startsWith('Arrow')) return;
    // It neither scrolls nor is typed into what has the focus then.
    event.preventDefault();
    if (event.key === 'a') {
      card.querySelector<HTMLElement>('[data-assignee]')?.click();
      return;
    }
    const next = beside(card, [...document.querySelectorAll('main [data-card]')], event.key);
    next?.querySelector('button')?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}

interface Selectable {
  id: string;
}

/** What is selected of the items of lists. Its functions stay the same; what they return changes by itself. */
export interface Selection<Item extends Selectable> {
  /** @returns a function that unsubscribes */
  subscribe: (changed: () => void) => () => void;
  has: (id: string) => boolean;
  /** The selected items as they are listed now, by id; the same map until something changes. */
  items: () => ReadonlyMap<string, Item>;
  /** The lists that are shown, in their order. What leaves them is no longer selected. */
  show: (lists: readonly (readonly Item[])[]) => void;
  /** @param isRange selects all from the item that was pressed last, if that is in the same list */
  press: (id: string, isRange: boolean) => void;
}

/**
 * @param most as many can be selected; further ones stay as they are
 * @param first selected from the start
 */
export function createSelection<Item extends Selectable>(most: number, first?: Item): Selection<Item> {
  let lists: readonly (readonly Item[])[] = first ? [[first]] : [];
  let selected: ReadonlyMap<string, Item> = new Map(first && [[first.id, first]]);
  let lastId = first?.id;
  const watching = new Set<() => void>();
  const select = (next: ReadonlyMap<string, Item>) => {
    selected = next;
    for (const changed of watching) changed();
  };

  /** From one item to the other, in any order; the second alone if they are in different lists. */
  const between = (from: string | undefined, to: string): readonly Item[] => {
    for (const list of lists) {
      const [start = -1, end = -1] = [from, to]
        .map((id) => list.findIndex((item) => item.id === id))
        .toSorted((one, two) => one - two);
      if (start >= 0) return list.slice(start, end + 1);
    }
    return lists.flat().filter(({ id }) => id === to);
  };

  return {
    subscribe: (changed) => {
      watching.add(changed);
      return () => watching.delete(changed);
    },
    has: (id) => selected.has(id),
    items: () => selected,
    show: (next) => {
      lists = next;
      const kept = new Map(
        lists.flat().flatMap((item) => (selected.has(item.id) ? [[item.id, item] as const] : [])),
      );
      const isSame =
        kept.size === selected.size && [...kept].every(([id, item]) => selected.get(id) === item);
      if (!isSame) select(kept);
    },
    press: (id, isRange) => {
      const next = new Map(selected);
      const isOff = !isRange && next.delete(id);
      if (!isOff) {
        for (const item of between(isRange ? lastId : id, id)) {
          if (next.size < most) next.set(item.id, item);
        }
      }
      lastId = id;
      select(next);
    },
  };
}

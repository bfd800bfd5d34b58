import { byName } from '@mainstay/web-kit';
import { type Equipment, type Store } from '../api/core.ts';

export interface StoreGroup {
  store: Store;
  equipment: Equipment[];
}

/** Equipment by store: stores by name and number, equipment by name. */
export function groupByStore(equipment: readonly Equipment[]): StoreGroup[] {
  const groups = new Map<string, StoreGroup>();
  for (const each of equipment) {
    const group = groups.get(each.location.id) ?? { store: each.location, equipment: [] };
    group.equipment.push(each);
    groups.set(each.location.id, group);
  }
  for (const group of groups.values()) group.equipment.sort((a, b) => byName(a.name, b.name));
  return [...groups.values()].sort(
    ({ store: a }, { store: b }) => byName(a.name, b.name) || byName(a.storeNumber, b.storeNumber),
  );
}

import { type Store } from '../api/core.ts';
import { strings } from '../strings.ts';

/**
 * The options of a select for stores. @param current is added if it is not loaded yet, and nothing is searched
 */
export function storeOptions(
  stores: readonly Store[],
  current: Store | undefined,
  isFiltered: boolean,
): { value: string; label: string }[] {
  const isMissing = current && !isFiltered && !stores.some(({ id }) => id === current.id);
  return (isMissing ? [current, ...stores] : stores).map(({ id, name, storeNumber }) => ({
    value: id,
    label: strings.storeOption(name, storeNumber),
  }));
}

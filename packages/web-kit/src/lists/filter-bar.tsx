import { Button, Flex } from '@mainstay/ui/base';
import { SearchField } from '@mainstay/web-kit';
import { type ReactNode, type Ref, useState } from 'react';
import styles from './filter-bar.module.css';
import { strings } from './strings.ts';
import { type Narrowing } from './use-filters.ts';

/** The search and the filters of a screen, with how many there are. On a phone a button shows the filters. */
export function FilterBar({
  ref,
  search,
  filters,
  found,
  narrowing: { count, isNarrowed, onSearch, clear },
}: {
  ref?: Ref<HTMLDivElement> | undefined;
  /** The name of the search. */
  search: string;
  filters?: ReactNode;
  /** How many there are, in words, once that is known. */
  found: string | undefined;
  narrowing: Narrowing;
}) {
  const [isOpen, setOpen] = useState(false);
  // What was typed goes with the filters.
  const [cleared, setCleared] = useState(0);
  return (
    <Flex ref={ref} wrap align="center" gap={8} className={styles.bar}>
      <SearchField
        className={styles.search}
        label={search}
        given={{ text: '', key: String(cleared) }}
        onSearch={onSearch}
      />
      {filters ? (
        <>
          <Button className={styles.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {strings.filtersOf(count)}
          </Button>
          <div className={styles.filters} role="group" aria-label={strings.filters} data-open={isOpen}>
            {filters}
          </div>
        </>
      ) : null}
      <Flex align="center" className={styles.result}>
        <span aria-live="polite">{found}</span>
        {isNarrowed ? (
          <Button
            type="link"
            size="small"
            onClick={({ currentTarget }) => {
              // It is about to go.
              currentTarget.closest(`.${styles.bar}`)?.querySelector('input')?.focus();
              setCleared((times) => times + 1);
              clear();
            }}
          >
            {strings.clear}
          </Button>
        ) : null}
      </Flex>
    </Flex>
  );
}

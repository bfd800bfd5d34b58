import { Badge, Button, Flex } from '@mainstay/ui/base';
import { type SearchedList } from '@mainstay/web-kit';
import { useQuery } from '@tanstack/react-query';
import { type Selecting } from '../bulk-changes/begin-selecting.tsx';
import { type BoardFilter, chosen, keyOf } from '../cards/board-filter.ts';
import { type ListFilter } from '../cards/list-filter.ts';
import { filterStrings } from '../cards/filter-strings.ts';
import { strings as screen } from '../strings.ts';
import { type Assign } from '../tickets/card-assignee.tsx';
import { type Ticket } from '../ticket-data/tickets.queries.ts';
import { strings } from './exact-list-strings.ts';
import styles from './exact-list.module.css';
import { filterWords } from './filter-words.ts';
import { nameQuery } from './names.queries.ts';
import { TicketGrid } from './ticket-grid.tsx';

/** The tickets of an address with filters beyond the chips: all that match, whatever their status, and how many. */
export function ExactList({
  list,
  filter,
  chips,
  onClear,
  ...shown
}: {
  list: SearchedList<Ticket>;
  filter: ListFilter;
  chips: BoardFilter;
  onClear: () => void;
  selecting: Selecting | undefined;
  openId: string | undefined;
  onOpen: (ticket: Ticket) => void;
  onAssign: Assign;
}) {
  const { locationId, equipmentId, vendorId, costVendorId } = filter;
  const title = list.total === undefined ? strings.loading : strings.count(list.total, list.isAtLeast);
  return (
    <>
      <Flex wrap align="center" gap="small" className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        <Flex wrap component="ul" gap={6} aria-label={strings.filters}>
          {locationId ? <Named kind="location" id={locationId} /> : null}
          {equipmentId ? <Named kind="equipment" id={equipmentId} /> : null}
          {vendorId ? <Named kind="vendor" id={vendorId} /> : null}
          {filterWords(filter).map((words) => (
            <Filter key={words} words={words} />
          ))}
          {costVendorId && costVendorId !== 'none' ? (
            <Named kind="vendor" what={strings.named.costVendor} id={costVendorId} />
          ) : null}
        </Flex>
        <Button size="small" onClick={onClear}>
          {strings.clear}
        </Button>
      </Flex>
      <TicketGrid
        {...shown}
        list={list}
        label={title}
        search={chips.search}
        filterKey={`${JSON.stringify(filter)} ${keyOf(chips)}`}
        empty={{
          title: strings.none,
          hint: filterStrings.nothing(chosen(chips)) ?? strings.noneHint,
        }}
        loadFailed={strings.loadFailed}
        hasStatus
      />
    </>
  );
}

const Filter = ({ words }: { words: string }) => (
  <li>
    <Badge variant="secondary">{words}</Badge>
  </li>
);

/**
 * A filter by the id of something with a name.
 * @param what it says before the name, by default what it is
 */
function Named({
  kind,
  what = strings.named[kind],
  id,
}: {
  kind: 'location' | 'equipment' | 'vendor';
  what?: string;
  id: string;
}) {
  const { data, isPending } = useQuery(nameQuery(kind, id));
  return <Filter words={strings.ofName(what, data ?? (isPending ? screen.loading : strings.unknownName))} />;
}

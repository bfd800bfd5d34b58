import { type SessionUser } from '@mainstay/remote-contract';
import { SearchField } from '@mainstay/web-kit';
import { type useBoardAddress } from '../address/use-board-address.ts';
import { FilterChips } from '../board/filter-chips.tsx';
import { strings } from '../strings.ts';
import { Views } from '../views/views.tsx';
import styles from './maintenance-screen.module.css';
import { SelectButton } from './select-button.tsx';
import { type useBoardLists } from './use-board-lists.ts';
import { type useSelecting } from './use-selecting.ts';

/** What is above the lists: the search, the views, the button that selects, and the chips. */
export function BoardFilters({
  user,
  address,
  lists,
  selecting,
}: {
  user: Pick<SessionUser, 'id' | 'role'>;
  address: ReturnType<typeof useBoardAddress>;
  lists: ReturnType<typeof useBoardLists>;
  selecting: ReturnType<typeof useSelecting>;
}) {
  return (
    <div className={styles.filters}>
      <SearchField
        className={styles.search}
        label={strings.page.searchPlaceholder}
        given={address.given}
        onSearch={address.setSearch}
      />
      <Views user={user} query={address.view} className={styles.tool} onOpen={address.showView} />
      <SelectButton {...selecting} />
      <FilterChips
        pressed={address.filter}
        due={lists.dueCounts}
        isBoard={!lists.isCompletedShown}
        mayDecide={user.role === 'admin'}
        onChange={address.show}
      />
    </div>
  );
}

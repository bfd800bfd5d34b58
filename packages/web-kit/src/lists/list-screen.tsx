import { Button, PageHeader, VisuallyHidden } from '@mainstay/ui/base';
import { PlusOutlined } from '@mainstay/ui/core';
import { ExportCsv, SearchField } from '@mainstay/web-kit';
import { type ComponentProps, type ReactNode } from 'react';
import styles from './filter-bar.module.css';
import { FilterBar } from './filter-bar.tsx';
import { ImportButton } from './import-button.tsx';
import { ListContents, type ListContentsProps } from './list-contents.tsx';
import { type useSearchPlace } from './use-search-place.ts';

interface ListScreenProps<Item> extends Omit<ListContentsProps<Item>, 'problem' | 'empty'> {
  texts: {
    title: string;
    subtitle: string;
    search?: string;
    add: string;
    loadFailed: string;
    /** Read to a screen reader when a search or a filter has its result. */
    found?: (count: number, isAtLeast: boolean) => string;
  };
  /** The address of the list and its query, if what is shown can be downloaded. */
  exported?: { path: string; filter: ComponentProps<typeof ExportCsv>['filter'] };
  /** Whether a search or a filter leaves something out. */
  isNarrowed?: boolean;
  /** If the list can be searched. */
  onSearch?: (text: string) => void;
  searchPlace?: ReturnType<typeof useSearchPlace>;
  /** Selects beside the search. */
  filters?: ReactNode;
  /** Buttons between Export and Import. */
  actions?: ReactNode;
  /** Loads the import dialog, for those who may import. */
  loadImport?: ComponentProps<typeof ImportButton>['load'] | undefined;
  /** Opens the dialog that adds, for those who may add. */
  onAdd?: (() => void) | undefined;
  /** What to say if there is nothing, and whether adding is offered there. */
  empty?: ListContentsProps<Item>['empty'] & { canAdd?: boolean };
}

/** A screen with one list: header, search and filters, how much is found, and the items. Dialogs stand beside it. */
export function ListScreen<Item>({
  texts,
  exported,
  isNarrowed = false,
  onSearch,
  searchPlace,
  filters,
  actions,
  loadImport,
  onAdd,
  empty,
  ...contents
}: ListScreenProps<Item>) {
  const { total, isAtLeast, isPending, isSearching } = contents.list;
  const addButton = onAdd ? (
    <Button type="primary" icon={<PlusOutlined />} aria-haspopup="dialog" onClick={onAdd}>
      {texts.add}
    </Button>
  ) : null;
  return (
    <>
      <PageHeader
        title={texts.title}
        subtitle={texts.subtitle}
        actions={
          <>
            {exported ? <ExportCsv {...exported} total={total} /> : null}
            {actions}
            {loadImport ? <ImportButton load={loadImport} /> : null}
            {addButton}
          </>
        }
      />
      {texts.search && onSearch ? (
        <FilterBar ref={searchPlace?.ref}>
          <SearchField className={styles['search']} label={texts.search} onSearch={onSearch} />
          {filters}
        </FilterBar>
      ) : null}
      <VisuallyHidden aria-live="polite">
        {isNarrowed && !isPending && !isSearching && total !== undefined
          ? texts.found?.(total, isAtLeast)
          : null}
      </VisuallyHidden>
      <ListContents
        {...contents}
        problem={texts.loadFailed}
        empty={empty && { ...empty, action: empty.canAdd ? addButton : undefined }}
      />
    </>
  );
}

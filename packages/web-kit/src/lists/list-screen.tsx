import { Button, PageHeader } from '@mainstay/ui/base';
import { PlusOutlined } from '@mainstay/ui/core';
import { ExportCsv, LOCALE } from '@mainstay/web-kit';
import { type ComponentProps, type ReactNode } from 'react';
import { FilterBar } from './filter-bar.tsx';
import { ImportButton } from './import-button.tsx';
import { ListContents, type ListContentsProps } from './list-contents.tsx';
import { type Narrowing } from './use-filters.ts';
import { type useSearchPlace } from './use-search-place.ts';

interface ListScreenProps<Item> extends Omit<ListContentsProps<Item>, 'problem' | 'empty' | 'of'> {
  texts: {
    title: string;
    subtitle: string;
    search?: string;
    add: string;
    loadFailed: string;
    /** How many there are, which is also read to a screen reader. */
    found?: (count: number, isAtLeast: boolean) => string;
  };
  /** The address of the list and its query, if what is shown can be downloaded. */
  exported?: { path: string; filter: ComponentProps<typeof ExportCsv>['filter'] };
  /** If the list can be searched. */
  narrowing?: Narrowing;
  searchPlace?: ReturnType<typeof useSearchPlace>;
  /** Selects beside the search. */
  filters?: ReactNode;
  /** A button between Export and Import, with a key. */
  action?: ReactNode;
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
  narrowing,
  searchPlace,
  filters,
  action,
  loadImport,
  onAdd,
  empty,
  ...contents
}: ListScreenProps<Item>) {
  const { total, isAtLeast, isPending, isSearching } = contents.list;
  const isKnown = !isPending && !isSearching && total !== undefined;
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
        secondary={[
          exported ? <ExportCsv key="export" {...exported} /> : null,
          action,
          loadImport ? <ImportButton key="import" load={loadImport} /> : null,
        ]}
        primary={addButton}
      />
      {texts.search && narrowing ? (
        <FilterBar
          ref={searchPlace?.ref}
          search={texts.search}
          filters={filters}
          found={isKnown ? texts.found?.(total, isAtLeast) : undefined}
          narrowing={narrowing}
        />
      ) : null}
      <ListContents
        {...contents}
        problem={texts.loadFailed}
        of={isKnown ? `${total.toLocaleString(LOCALE)}${isAtLeast ? '+' : ''}` : undefined}
        empty={empty && { ...empty, action: empty.canAdd ? addButton : undefined }}
      />
    </>
  );
}

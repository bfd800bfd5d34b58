/** Screens with a list. Unlike the rest of this package they are in the build of who uses them: the board does not. */
export { Figure, Figures } from './figure.tsx';
export { FilterBar } from './filter-bar.tsx';
export { ImportButton } from './import-button.tsx';
export { ListContents } from './list-contents.tsx';
export { ListScreen } from './list-screen.tsx';
export { type ListColumn, ListTable } from './list-table.tsx';
export { type RowAction, RowActions } from './row-actions.tsx';
export { useFilters } from './use-filters.ts';
export { type OpenedDialog, useOpened } from './use-opened.ts';
export { useSearchPlace } from './use-search-place.ts';

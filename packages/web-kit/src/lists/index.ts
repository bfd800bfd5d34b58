/** Screens with a list. Unlike the rest of this package they are in the build of who uses them: the board does not. */
export { FilterBar } from './filter-bar.tsx';
export { ImportButton } from './import-button.tsx';
export { CardGrid, CardLine, ListCard, LoadingCards } from './list-card.tsx';
export { ListContents } from './list-contents.tsx';
export { ListScreen } from './list-screen.tsx';
export { RowAction } from './row-action.tsx';
export { type OpenedDialog, useOpened } from './use-opened.ts';
export { useSearchPlace } from './use-search-place.ts';

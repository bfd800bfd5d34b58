/** Selecting of items in lists. Like the lists, it is in the build of who uses it, loaded when it is needed. */
export { createSelection, type Selection } from './selection.ts';
export { SelectBox } from './select-box.tsx';
export { SelectionBar } from './selection-bar.tsx';

/** The library that drags cards with mouse and touch, as a chunk of its own (docs/decisions/0035). */
export { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';

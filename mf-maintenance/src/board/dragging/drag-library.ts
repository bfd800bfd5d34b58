/** Dragging cards with mouse and touch, as a chunk of its own (docs/decisions/0038). */
export { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
export { draggableByTouch } from './touch-drag.ts';

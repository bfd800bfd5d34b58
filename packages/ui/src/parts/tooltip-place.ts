/** Where a tooltip is: beside its trigger on that side, in the middle of it or from its left edge on. */
export type Placement = 'top' | 'right' | 'bottom' | 'bottomLeft';

type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;

/** Between the trigger and the tooltip, and between the tooltip and the edge of the window. */
const GAP = 6;

const within = (at: number, size: number, room: number) => Math.max(GAP, Math.min(at, room - size - GAP));

/** The left and top edge of a tooltip in the window; on the other side of its trigger where it has no room. */
export function placeOf(
  trigger: Box,
  { width, height }: Pick<Box, 'width' | 'height'>,
  placement: Placement,
  window: Pick<Window, 'innerWidth' | 'innerHeight'> = globalThis.window,
): { left: number; top: number } {
  const above = trigger.top - height - GAP;
  const below = trigger.top + trigger.height + GAP;
  if (placement === 'right') {
    const after = trigger.left + trigger.width + GAP;
    const fits = after + width <= window.innerWidth;
    return {
      left: fits ? after : within(trigger.left - width - GAP, width, window.innerWidth),
      top: within(trigger.top + (trigger.height - height) / 2, height, window.innerHeight),
    };
  }
  const isAbove = placement === 'top' ? above >= 0 : below + height > window.innerHeight && above >= 0;
  const left = placement === 'bottomLeft' ? trigger.left : trigger.left + (trigger.width - width) / 2;
  return { left: within(left, width, window.innerWidth), top: isAbove ? above : below };
}

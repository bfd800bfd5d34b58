/** How long a finger rests on an element to lift it. A shorter touch presses it, a moving one scrolls. */
const LIFT_AFTER_MS = 400;
/** A finger that moves less is at rest. */
const AT_REST_PX = 10;
/** A finger this close to the top or the bottom of the window scrolls the page. */
const EDGE_PX = 72;
const SCROLL_PX_PER_FRAME = 12;

interface Point {
  x: number;
  y: number;
}

interface TouchDragEvents {
  onLift: () => void;
  /** Called with the element under the finger; null outside of the window. */
  onMove: (over: Element | null) => void;
  /** Called with the element under the finger; null if the drag was cancelled, or the finger never moved. */
  onDrop: (over: Element | null) => void;
  /** The finger was lifted where it had rested. */
  onRest: () => void;
}

/**
 * Makes an element draggable by touch, after a long press. The browser's own drag by a long press is suppressed: some
 * browsers have none, and others start it only sometimes.
 * @returns a function that ends it, and cancels a drag that is under way
 */
export function draggableByTouch(
  element: HTMLElement,
  { onLift, onMove, onDrop, onRest }: TouchDragEvents,
): () => void {
  let touch:
    | {
        start: Point;
        now: Point;
        lifting: ReturnType<typeof setTimeout>;
        picture?: Picture;
        isMoved: boolean;
      }
    | undefined;

  const end = (over: Element | null) => {
    const ended = touch;
    touch = undefined;
    clearTimeout(ended?.lifting);
    if (!ended?.picture) return;
    ended.picture.remove();
    onDrop(over);
  };
  const scrollAtEdge = () => {
    if (!touch?.picture) return;
    const { y } = touch.now;
    const direction = y < EDGE_PX ? -1 : y > innerHeight - EDGE_PX ? 1 : 0;
    // A finger that rests has lifted the card to select it, perhaps.
    if (touch.isMoved && direction !== 0) {
      scrollBy({ top: direction * SCROLL_PX_PER_FRAME, behavior: 'instant' });
      onMove(elementAt(touch.now));
    }
    requestAnimationFrame(scrollAtEdge);
  };
  const lift = () => {
    if (!touch) return;
    touch.picture = new Picture(element, touch.now);
    onLift();
    requestAnimationFrame(scrollAtEdge);
  };

  const removals: (() => void)[] = [];
  const on = <Type extends keyof HTMLElementEventMap>(
    type: Type,
    listener: (event: HTMLElementEventMap[Type]) => void,
    passive: boolean,
  ) => {
    element.addEventListener(type, listener, { passive });
    removals.push(() => element.removeEventListener(type, listener));
  };

  on(
    'touchstart',
    ({ touches }) => {
      end(null);
      const start = onlyPoint(touches);
      if (start) touch = { start, now: start, lifting: setTimeout(lift, LIFT_AFTER_MS), isMoved: false };
    },
    true,
  );
  // Not passive, because it must keep the page from scrolling. The browser decides that when a touch starts.
  on(
    'touchmove',
    (event) => {
      const now = onlyPoint(event.touches);
      if (!touch) return;
      touch.isMoved ||= !now || distance(touch.start, now) > AT_REST_PX;
      if (!now || (!touch.picture && touch.isMoved)) {
        end(null);
        return;
      }
      touch.now = now;
      if (!touch.picture) return;
      event.preventDefault();
      touch.picture.moveTo(now);
      onMove(elementAt(now));
    },
    false,
  );
  on(
    'touchend',
    (event) => {
      // Otherwise a click would follow.
      if (touch?.picture) event.preventDefault();
      const isRest = touch?.picture !== undefined && !touch.isMoved;
      end(touch && !isRest ? elementAt(touch.now) : null);
      if (isRest) onRest();
    },
    false,
  );
  on('touchcancel', () => end(null), true);
  for (const ofLongPress of ['dragstart', 'contextmenu'] as const) {
    on(ofLongPress, (event) => touch && event.preventDefault(), false);
  }

  return () => {
    for (const remove of removals) remove();
    end(null);
  };
}

/** Where the only finger is; undefined with several. */
function onlyPoint(touches: TouchList): Point | undefined {
  const [finger, ...others] = touches;
  return finger && others.length === 0 ? { x: finger.clientX, y: finger.clientY } : undefined;
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

const elementAt = ({ x, y }: Point): Element | null => document.elementFromPoint(x, y);

/** A copy of the dragged element under the finger. */
class Picture {
  private readonly element: HTMLElement | undefined;
  private readonly start: Point;

  constructor(original: HTMLElement, start: Point) {
    this.start = start;
    const copy = original.cloneNode(true);
    if (!(copy instanceof HTMLElement)) return;
    this.element = copy;
    const { left, top, width, height } = original.getBoundingClientRect();
    copy.inert = true;
    Object.assign(copy.style, {
      position: 'fixed',
      zIndex: '1000',
      left: `${left}px`,
      top: `${top}px`,
      width: `${width}px`,
      height: `${height}px`,
      opacity: '0.95',
      rotate: '2deg',
      pointerEvents: 'none',
    });
    document.body.append(copy);
  }

  moveTo({ x, y }: Point): void {
    if (this.element) this.element.style.translate = `${x - this.start.x}px ${y - this.start.y}px`;
  }

  remove(): void {
    this.element?.remove();
  }
}

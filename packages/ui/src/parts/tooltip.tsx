import {
  cloneElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { placeOf, type Placement } from './tooltip-place.ts';
import { besideTrigger } from './beside-trigger.ts';
import styles from './tooltip.module.css';

/** Specification, section 9. */
const OPENS_AFTER_MS = 700;
/** For the way of the pointer onto the tooltip. */
const CLOSES_AFTER_MS = 100;

/**
 * A tooltip that opens after 700 ms (specification, section 9), or at once on keyboard focus. Escape closes it without moving the
 * focus, and the pointer may go onto it (WCAG 2.2, 1.4.13). Ours, because antd's brings popups and forms into the first screen.
 */
export function Tooltip({
  title,
  placement = 'top',
  children,
}: {
  title: ReactNode;
  placement?: Placement;
  children: ReactElement<{ 'aria-describedby'?: string | undefined }>;
}) {
  const id = useId();
  const listener = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isOpen = Boolean(title) && (isHovered || isFocused);

  const hover = (next: boolean) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setHovered(next), next ? OPENS_AFTER_MS : CLOSES_AFTER_MS);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    <span
      ref={listener}
      className={styles['listener']}
      // Also of the tooltip itself, which is a child here wherever it is in the page.
      onPointerEnter={({ pointerType }) => {
        if (pointerType !== 'touch') hover(true);
      }}
      onPointerLeave={() => hover(false)}
      onFocus={({ target }) => setFocused(target.matches(':focus-visible'))}
      onBlur={() => setFocused(false)}
      onKeyDown={({ key }) => {
        if (key !== 'Escape') return;
        clearTimeout(timer.current);
        setHovered(false);
        setFocused(false);
      }}
    >
      {isOpen ? cloneElement(children, { 'aria-describedby': id }) : children}
      {isOpen ? (
        <Popup id={id} listener={listener} placement={placement}>
          {title}
        </Popup>
      ) : null}
    </span>
  );
}

function Popup({
  id,
  listener,
  placement,
  children,
}: {
  id: string;
  listener: { readonly current: HTMLElement | null };
  placement: Placement;
  children: ReactNode;
}) {
  const popup = useRef<HTMLDivElement>(null);
  const [container] = useState(() => besideTrigger(listener.current ?? undefined));
  useLayoutEffect(() => {
    const place = () => {
      const trigger = listener.current?.firstElementChild?.getBoundingClientRect();
      const element = popup.current;
      if (!trigger || !element) return;
      const { left, top } = placeOf(trigger, element.getBoundingClientRect(), placement);
      element.style.translate = `${left}px ${top}px`;
    };
    place();
    addEventListener('scroll', place, { capture: true, passive: true });
    addEventListener('resize', place);
    return () => {
      removeEventListener('scroll', place, { capture: true });
      removeEventListener('resize', place);
    };
  }, [listener, placement, children]);
  return createPortal(
    <div ref={popup} id={id} role="tooltip" className={styles['tooltip']}>
      {children}
    </div>,
    container,
  );
}

import { type CSSProperties, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import styles from './tabs.module.css';

interface Item {
  key: string;
  label: ReactNode;
  children?: ReactNode;
  /** Rendered from the start, not from when it is first shown. */
  forceRender?: boolean;
}

/** Where the keys lead from a place among so many tabs. */
const ways: Record<string, (at: number, count: number) => number> = {
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  ArrowRight: (at, count) => (at + 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/**
 * Tabs with their panels. Arrow keys, Home and End move the focus; Enter or Space shows the panel. Ours, because antd's bring menus
 * and popups into the first screen.
 */
export function Tabs({
  activeKey,
  onChange,
  items,
  tabBarGutter = 32,
}: {
  activeKey: string;
  onChange: (key: string) => void;
  items: Item[];
  /** Between two tabs, in pixels. */
  tabBarGutter?: number;
}) {
  const id = useId();
  const [known, setKnown] = useState([activeKey]);
  if (!known.includes(activeKey)) setKnown([...known, activeKey]);

  const move = (event: KeyboardEvent<HTMLElement>) => {
    const way = ways[event.key];
    if (!way) return;
    event.preventDefault();
    const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
    const at = tabs.findIndex((tab) => tab === document.activeElement);
    tabs[way(at, tabs.length)]?.focus();
  };

  return (
    <div>
      <div
        role="tablist"
        className={styles['tabs']}
        style={{ '--gutter': `${tabBarGutter}px` } as CSSProperties}
        onKeyDown={move}
      >
        {items.map(({ key, label }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-tab-${key}`}
            className={styles['tab']}
            aria-selected={key === activeKey}
            aria-controls={`${id}-panel-${key}`}
            tabIndex={key === activeKey ? 0 : -1}
            onClick={() => onChange(key)}
          >
            {label}
          </button>
        ))}
      </div>
      {items.map(({ key, children, forceRender }) => (
        <div
          key={key}
          role="tabpanel"
          id={`${id}-panel-${key}`}
          aria-labelledby={`${id}-tab-${key}`}
          tabIndex={0}
          hidden={key !== activeKey}
        >
          {forceRender || known.includes(key) ? children : null}
        </div>
      ))}
    </div>
  );
}

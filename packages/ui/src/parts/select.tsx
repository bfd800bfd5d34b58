import AntSelect, { type SelectProps } from 'antd/es/select';
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import styles from './select.module.css';

/** Makes a scrolling option list focusable, so that it can be scrolled by keyboard. */
function ReachableList({ children }: { children: ReactElement }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    for (const list of box.current?.querySelectorAll<HTMLElement>('.ant-select-dropdown-list-holder') ?? []) {
      if (list.scrollHeight > list.clientHeight) list.tabIndex = 0;
      else list.removeAttribute('tabindex');
    }
  });
  return <div ref={box}>{children}</div>;
}

/**
 * The text of an empty list, as a disabled option: a listbox must have one, and antd's input refers to it by this id as
 * the active one.
 */
function NoOption({ children }: { children: ReactNode }) {
  const option = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const list = option.current?.closest('[role="listbox"]');
    if (list && option.current) option.current.id = `${list.id}_-1`;
  });
  return (
    <div ref={option} role="option" aria-disabled aria-selected={false} className={styles['none']}>
      {children}
    </div>
  );
}

/** A select. All options are rendered, so that screen readers and tests find them by role. */
export function Select<Value>({ notFoundContent = 'No data', ...props }: SelectProps<Value>) {
  return (
    <AntSelect<Value>
      virtual={false}
      // The list is as wide as its words.
      popupMatchSelectWidth={false}
      // antd fades the chosen option to a quarter while the list is open: nobody could read it.
      styles={{ content: { opacity: 1 }, popup: { root: { maxWidth: 'calc(100vw - 16px)' } } }}
      popupRender={(list) => <ReachableList>{list}</ReachableList>}
      notFoundContent={notFoundContent === null ? null : <NoOption>{notFoundContent}</NoOption>}
      {...props}
      className={[styles.select, props.className].filter(Boolean).join(' ')}
    />
  );
}

import { Select as AntSelect, type SelectProps } from 'antd';
import { type ReactElement, useEffect, useRef } from 'react';

/** A list that scrolls can be reached and scrolled by the keyboard like any other region of the page. */
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

/** One of several options. All of them are in the page, so that readers and tests find them by their role. */
export function Select<Value>(props: SelectProps<Value>) {
  return (
    <AntSelect<Value>
      virtual={false}
      popupRender={(list) => <ReachableList>{list}</ReachableList>}
      {...props}
    />
  );
}

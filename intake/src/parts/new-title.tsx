import { type ReactNode, useEffect, useRef } from 'react';

/** The heading of a state that has just come about: it gets the focus, so that screen readers begin there. */
export function NewTitle({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    window.scrollTo(0, 0);
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}

import { useEffect, useRef } from 'react';

/** Load more half a screen before the end of the list. */
const AHEAD = '50%';

/** Marks the end of a partly loaded list and calls `onMore` when it comes near the viewport. */
export function EndMarker({ onMore }: { onMore: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onMore();
      },
      { rootMargin: AHEAD },
    );
    if (end.current) observer.observe(end.current);
    return () => observer.disconnect();
  });
  return <div ref={end} />;
}

import { useEffect, useRef } from 'react';

/** Half a screen before the end of a list is reached, more of it is asked for. */
const AHEAD = '50%';

/** The end of a list of which more can be shown: calls `onMore` each time it comes near the visible part of the page. */
export function MoreInSight({ onMore }: { onMore: () => void }) {
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

import { useEffect, useEffectEvent, useState } from 'react';

/**
 * A part of the screen whose code is loaded when it is first rendered; undefined until then, and if it cannot be loaded. Not
 * React.lazy, which caches a failure for good.
 */
export function useLoaded<Part>(load: () => Promise<Part>) {
  const [loaded, setLoaded] = useState<{ part: Part }>();
  const [isFailed, setFailed] = useState(false);
  const start = () => {
    load().then(
      (part) => setLoaded({ part }),
      () => setFailed(true),
    );
  };
  const startOnce = useEffectEvent(start);
  useEffect(() => startOnce(), []);
  const retry = () => {
    setFailed(false);
    start();
  };
  return { part: loaded?.part, isFailed, retry };
}

import { useEffect, useState } from 'react';

/** The current time, which is renewed every minute, for texts like `2 hours ago`. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

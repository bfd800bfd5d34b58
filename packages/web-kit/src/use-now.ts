import { useEffect, useState } from 'react';
import { serverNow } from './server-clock.ts';

const TICK_MS = 30_000;

/** The current time by the server's clock, renewed twice a minute. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date(serverNow()));
  useEffect(() => {
    const renew = () => setNow(new Date(serverNow()));
    const timer = setInterval(renew, TICK_MS);
    window.addEventListener('mainstay:clock', renew);
    return () => {
      clearInterval(timer);
      window.removeEventListener('mainstay:clock', renew);
    };
  }, []);
  return now;
}

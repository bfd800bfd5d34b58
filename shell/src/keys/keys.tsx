import { links } from '@mainstay/remote-contract';
import { useNavigate } from '@mainstay/ui/router';
import { isKeyForPage } from '@mainstay/web-kit';
import { useEffect, useEffectEvent, useState } from 'react';
import KeysDialog from './keys-dialog.tsx';
import { areKeysOn } from './keys-setting.ts';

/** The keys of every screen: / for its search, C for a new ticket and ? for the list of all keys. */
export default function Keys() {
  const [isListOpen, setListOpen] = useState(false);
  const navigate = useNavigate();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isKeyForPage(event) || !areKeysOn()) return;
    if (event.key === '/') {
      const search = document.querySelector<HTMLInputElement>('main input[type="search"]');
      search?.focus();
      search?.select();
    } else if (event.key === 'c') {
      const isThere = location.pathname === links.tickets;
      const query = new URLSearchParams(isThere ? location.search : '');
      query.set('new', 'ticket');
      void navigate(`${links.tickets}?${query.toString()}`, { replace: isThere });
    } else if (event.key === '?') {
      setListOpen(true);
    } else return;
    // It is not typed into what has the focus now.
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    // What was typed before is the first.
    window.dispatchEvent(new Event('mainstay:keys'));
    return () => document.removeEventListener('keydown', listener);
  }, []);
  return isListOpen ? <KeysDialog onClose={() => setListOpen(false)} /> : null;
}

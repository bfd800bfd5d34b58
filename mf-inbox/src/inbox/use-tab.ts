import { useLocation, useNavigate } from '@mainstay/ui/router';
import { type Tab } from './inbox.queries.ts';

/** The tab that the address names, and a function that goes to another one as a new entry of the history. */
export function useTab(): [tab: Tab, show: (tab: Tab) => void] {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const tab = new URLSearchParams(search).get('tab') === 'all' ? 'all' : 'unread';
  return [tab, (next) => void navigate(next === 'all' ? `${pathname}?tab=all` : pathname)];
}

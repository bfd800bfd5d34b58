import { useSearchParams } from '@mainstay/ui/router';
import { type Tab } from './inbox.queries.ts';

/** The tab that the address names, and a function that goes to another one as a new entry of the history. */
export function useTab(): [tab: Tab, show: (tab: Tab) => void] {
  const [given, write] = useSearchParams();
  const tab = given.get('tab') === 'all' ? 'all' : 'unread';
  return [tab, (next) => write(new URLSearchParams(next === 'all' ? { tab: next } : {}))];
}

import { late } from '@mainstay/ui/base';
import { useFailure } from '@mainstay/web-kit';
import { useCallback, useRef, useState } from 'react';
import { type SelectableTicket, type Selecting } from '../bulk-changes/begin-selecting.tsx';
import type * as bulkChanges from '../bulk-changes/bulk-changes.tsx';
import { strings } from '../strings.ts';

const lateChanges = late(() => import(/* webpackChunkName: "bulk" */ '../bulk-changes/bulk-changes.tsx'));

/**
 * Selecting tickets in the list that is shown, to change them at once.
 * @param shown the list: with another one the selecting ends
 * @returns with the late code (`parts`) the ref of the Select button, `begin`, which stays the same, and `end`
 */
export function useSelecting(shown: string) {
  const button = useRef<HTMLButtonElement>(null);
  const fail = useFailure(strings.page.dialogFailed);
  const [loaded, setLoaded] = useState<{ parts: typeof bulkChanges }>();
  const [selecting, setSelecting] = useState<Selecting>();
  const [list, setList] = useState(shown);
  if (shown !== list) {
    setList(shown);
    setSelecting(undefined);
  }
  const begin = useCallback(
    (first?: SelectableTicket) => {
      lateChanges.load().then((parts) => {
        setLoaded({ parts });
        setSelecting(parts.beginSelecting(first));
      }, fail);
    },
    [fail],
  );
  const end = () => setSelecting(undefined);
  return { parts: loaded?.parts, selecting, button, begin, end };
}

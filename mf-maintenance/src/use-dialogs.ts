import { useToast } from '@mainstay/web-kit';
import { useCallback, useState } from 'react';
import type * as dialogs from './dialogs.ts';
import { strings } from './strings.ts';

type Dialogs = typeof dialogs;

/**
 * Dialogs whose code is loaded when the first of them is opened. `whenLoaded` calls back once they can be rendered; if they
 * cannot be loaded, it shows a toast instead, and loads them again the next time.
 */
export function useDialogs(): { loaded: Dialogs | undefined; whenLoaded: (then: () => void) => void } {
  const toast = useToast();
  const [loaded, setLoaded] = useState<Dialogs>();
  const whenLoaded = useCallback(
    (then: () => void) => {
      import(/* webpackChunkName: "dialogs" */ './dialogs.ts').then(
        (module) => {
          setLoaded(module);
          then();
        },
        () => toast({ title: strings.error, description: strings.page.dialogFailed, variant: 'destructive' }),
      );
    },
    [toast],
  );
  return { loaded, whenLoaded };
}

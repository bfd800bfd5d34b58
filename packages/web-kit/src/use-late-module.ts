import { useCallback, useState } from 'react';
import { useFailureToast } from './failure-toast.ts';

/**
 * Code that is loaded when it is first needed. `whenLoaded` calls back once it can be rendered; if it cannot be
 * loaded, it shows a toast instead, and loads it again the next time: React.lazy would cache a failure for good.
 * @param load stays the same
 */
export function useLateModule<Module>(load: () => Promise<Module>, problem: string) {
  const fail = useFailureToast();
  const [loaded, setLoaded] = useState<Module>();
  const [isLoading, setLoading] = useState(false);
  const whenLoaded = useCallback(
    (then: () => void) => {
      setLoading(true);
      load()
        .then(
          (module) => {
            setLoaded(module);
            then();
          },
          (error: unknown) => fail(problem, error),
        )
        .finally(() => setLoading(false));
    },
    [load, fail, problem],
  );
  return { loaded, isLoading, whenLoaded };
}

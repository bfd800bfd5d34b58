import { useEffect, useReducer, useState } from 'react';

/**
 * Code that is loaded when it is first needed. If that fails, it is thrown while rendering: the shell says so and
 * offers Retry, which loads it again (React.lazy would cache the failure).
 * @param load imports the module
 */
export function latePart<Module extends object>(load: () => Promise<Module>) {
  let loaded: Module | undefined;
  const loadOnce = async () => (loaded ??= await load());

  /** The module from when it `isNeeded`, or undefined while it is loaded. */
  function useLoaded(isNeeded: boolean): Module | undefined {
    const [isUsed, setUsed] = useState(isNeeded);
    if (isNeeded && !isUsed) setUsed(true);
    const [, arrive] = useReducer((times: number) => times + 1, 0);
    const [failure, setFailure] = useState<Error>();
    useEffect(() => {
      if (!isUsed || loaded) return;
      loadOnce().then(arrive, (cause: unknown) =>
        setFailure(new Error('A part of the screen could not be loaded', { cause })),
      );
    }, [isUsed]);
    if (failure) throw failure;
    return isUsed ? loaded : undefined;
  }

  return { load: loadOnce, isLoaded: () => loaded !== undefined, useLoaded };
}

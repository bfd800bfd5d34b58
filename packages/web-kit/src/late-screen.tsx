import { SkeletonCard } from '@mainstay/ui/base';
import { type FunctionComponent, useEffect, useState } from 'react';

/**
 * Screens whose code is loaded when one of them is first shown: what a remote shows on every page, or first, is
 * loaded without them, and this is an entry of its own for the same reason. If they cannot be loaded, they throw
 * while rendering, and the shell says so and offers Retry.
 * @param load imports the module of the screens
 * @returns a function that makes the component of a screen from its name in that module; its `load` loads the module
 * before that
 */
export function lateScreens<Props extends object, Name extends string>(
  load: () => Promise<Readonly<Record<Name, FunctionComponent<Props>>>>,
): ((name: Name) => FunctionComponent<Props>) & { load: () => Promise<unknown> } {
  // Kept, so that going from one screen to the other shows nothing in between.
  let loaded: Readonly<Record<Name, FunctionComponent<Props>>> | undefined;
  // Not React.lazy, which caches a failure for good.
  const loadOnce = async () => (loaded ??= await load());
  const screenOf = (name: Name) =>
    function LateScreen(props: Props) {
      const [shown, setShown] = useState(loaded);
      const [failure, setFailure] = useState<unknown>();
      useEffect(() => {
        if (loaded) return;
        loadOnce().then(setShown, setFailure);
      }, []);
      if (failure) throw new Error('The screen could not be loaded', { cause: failure });
      if (!shown) {
        return (
          <div aria-busy>
            <SkeletonCard />
          </div>
        );
      }
      const Screen: FunctionComponent<Props> = shown[name];
      return <Screen {...props} />;
    };
  return Object.assign(screenOf, { load: loadOnce });
}

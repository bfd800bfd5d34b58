import { type RemoteComponent } from '@mainstay/remote-contract';
import { SkeletonCard } from '@mainstay/ui/base';
import { useEffect, useState } from 'react';
import type * as screens from './screens.ts';

type Screens = typeof screens;

/** Kept, so that going from one screen to the other shows nothing in between. */
let loaded: Screens | undefined;

/**
 * A screen whose code is loaded when it is first shown: the bell, which is on every page, is loaded without it. If it cannot
 * be loaded, it throws while rendering, and the shell says so and offers Retry.
 */
export function lateScreen(name: keyof Screens): RemoteComponent {
  return function LateScreen({ host }) {
    const [shown, setShown] = useState(loaded);
    const [failure, setFailure] = useState<Error>();
    useEffect(() => {
      if (loaded) return;
      // Not React.lazy, which caches a failure for good.
      import(/* webpackChunkName: "screens" */ './screens.ts').then(
        (module) => {
          loaded = module;
          setShown(module);
        },
        (cause: unknown) => setFailure(new Error('The files of the screen could not be loaded', { cause })),
      );
    }, []);
    if (failure) throw failure;
    if (!shown) {
      return (
        <div aria-busy="true">
          <SkeletonCard />
        </div>
      );
    }
    const Screen = shown[name];
    return <Screen host={host} />;
  };
}

import { SkeletonCard } from './placeholder.tsx';
import {
  type FunctionComponent,
  useCallback,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from 'react';

declare global {
  interface WindowEventMap {
    /** What was pressed cannot be opened. The page says so (packages/web-kit/src/toast-provider.tsx). */
    'mainstay:not-opened': Event;
  }
}

const LOAD_AGAIN_MS = 30_000;

/** A module that is loaded when it is first needed, and kept. After a failure it is loaded again the next time. */
interface Code<Module> {
  load: () => Promise<Module>;
  /** Undefined until it is loaded. */
  loaded: () => Module | undefined;
  subscribe: (arrive: () => void) => () => void;
}

/** Shows that something was pressed, until what it opens is loaded (shell/src/app/page.css). */
function showWait(isLoaded: boolean, loading: Promise<unknown>): void {
  if (isLoaded) return;
  const { dataset } = document.documentElement;
  dataset['pressed'] = '';
  const end = () => delete dataset['pressed'];
  loading.then(end, () => {
    end();
    // For what stands in the place of it until then (shell/src/app/presses.js).
    window.dispatchEvent(new Event('mainstay:press-failed'));
  });
}

function codeOf<Module>(load: () => Promise<Module>): Code<Module> {
  let loaded: Module | undefined;
  const waiting = new Set<() => void>();
  return {
    load: async () => {
      loaded ??= await load();
      for (const arrive of waiting) arrive();
      return loaded;
    },
    loaded: () => loaded,
    subscribe: (arrive) => {
      waiting.add(arrive);
      return () => waiting.delete(arrive);
    },
  };
}

function useNeeded<Module>(
  { load, loaded, subscribe }: Code<Module>,
  isNeeded: boolean,
  onFailure?: (error: unknown) => void,
  isPress = false,
): Module | undefined {
  const [isUsed, setUsed] = useState(isNeeded);
  if (isNeeded && !isUsed) setUsed(true);
  const module = useSyncExternalStore(subscribe, loaded);
  const fail = useEffectEvent((error: unknown) => onFailure?.(error));
  useEffect(() => {
    let isCurrent = isNeeded;
    if (isNeeded) {
      const loading = load();
      if (isPress) showWait(loaded() !== undefined, loading);
      loading.catch((error: unknown) => isCurrent && fail(error));
    }
    return () => {
      isCurrent = false;
    };
  }, [load, loaded, isNeeded, isPress]);
  return isUsed ? module : undefined;
}

function usePart<Module>(code: Code<Module>, isNeeded: boolean) {
  const [failure, setFailure] = useState<{ error: unknown }>();
  const part = useNeeded(code, isNeeded && !failure, (error) => setFailure({ error }));
  return { part, failure: part ? undefined : failure, retry: useCallback(() => setFailure(undefined), []) };
}

function useAfterPaint<Module>({ load, loaded }: Code<Module>): Module | undefined {
  const [part, setPart] = useState<{ module: Module } | undefined>(() => {
    const module = loaded();
    return module === undefined ? undefined : { module };
  });
  useEffect(() => {
    if (part) return undefined;
    let isShown = true;
    let timer: ReturnType<typeof setTimeout>;
    const start = () =>
      void load().then(
        (module) => isShown && setPart({ module }),
        () => {
          if (isShown) timer = setTimeout(start, LOAD_AGAIN_MS);
        },
      );
    // The callback comes before the paint, the timer after it.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(start);
    });
    return () => {
      isShown = false;
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [load, part]);
  return part?.module;
}

function useOnPress<Module>({ load, loaded }: Code<Module>, onFailure: (error: unknown) => void) {
  const [pressed, setPressed] = useState<{ module: Module }>();
  const [isLoading, setLoading] = useState(false);
  const whenLoaded = useCallback(
    (then: () => void) => {
      setLoading(true);
      const loading = load();
      showWait(loaded() !== undefined, loading);
      loading
        .then((module) => {
          setPressed({ module });
          then();
        }, onFailure)
        .finally(() => setLoading(false));
    },
    [load, loaded, onFailure],
  );
  return { loaded: pressed?.module, isLoading, whenLoaded };
}

/** @param componentOf takes the screen out of the module */
function lateScreen<Module, Props extends object>(
  code: Code<Module>,
  componentOf: (module: Module) => FunctionComponent<Props>,
): FunctionComponent<Props> {
  return function LateScreen(props) {
    const { part, failure } = usePart(code, true);
    if (failure) throw new Error('The screen could not be loaded', { cause: failure.error });
    if (!part) {
      return (
        <div aria-busy>
          <SkeletonCard />
        </div>
      );
    }
    const Screen = componentOf(part);
    return <Screen {...props} />;
  };
}

/**
 * Code that is loaded when it is first needed, and once. After a failure it is loaded again the next time (React.lazy
 * would cache the failure).
 * @param load imports the module
 */
export function late<Module extends object>(load: () => Promise<Module>) {
  const code = codeOf(load);
  return {
    /** Loads it ahead. */
    load: code.load,
    isLoaded: () => code.loaded() !== undefined,
    /**
     * The module from when it `isNeeded`, or undefined while it is loaded. What fails to load is shown once somebody
     * else has loaded it.
     */
    useNeeded: (isNeeded: boolean) => useNeeded(code, isNeeded),
    /** A part of a screen: the module, or the failure, after which `retry` loads it again. */
    usePart: (isNeeded = true) => usePart(code, isNeeded),
    /** A part that the page can do without: loaded after the first paint; after a failure again half a minute later. */
    useAfterPaint: () => useAfterPaint(code),
    /** What a press opens. If it cannot be loaded, the page says so, and the next press loads it again. */
    usePressed: (isOpen: boolean, close: () => void) =>
      useNeeded(
        code,
        isOpen,
        () => {
          window.dispatchEvent(new Event('mainstay:not-opened'));
          close();
        },
        true,
      ),
    /**
     * What a press needs before it does anything: `whenLoaded` calls back once it can be rendered.
     * @param onFailure stays the same, and says that it cannot be loaded; the next press loads it again
     */
    useOnPress: (onFailure: (error: unknown) => void) => useOnPress(code, onFailure),
    /**
     * A screen of the module. If it cannot be loaded, it throws while rendering, and the shell says so and offers
     * Retry.
     */
    screen: <Props extends object>(componentOf: (module: Module) => FunctionComponent<Props>) =>
      lateScreen(code, componentOf),
  };
}

export type Late<Module extends object> = ReturnType<typeof late<Module>>;

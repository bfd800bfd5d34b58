/** What may happen to a page while it has a stream. */
interface PageEvents {
  /** It is left, or about to be frozen. It may be kept for going back. */
  onLeave: () => void;
  onReturn: () => void;
  onVisible: () => void;
  /** The network was lost or returned. */
  onNetwork: () => void;
}

/**
 * Watches the page.
 * @returns a function that ends this
 */
export function watchPage({ onLeave, onReturn, onVisible, onNetwork }: PageEvents): () => void {
  const onVisibility = () => {
    if (document.visibilityState === 'visible') onVisible();
  };
  const listeners: [EventTarget, string, () => void][] = [
    [window, 'pagehide', onLeave],
    [window, 'pageshow', onReturn],
    [document, 'freeze', onLeave],
    [document, 'resume', onReturn],
    [document, 'visibilitychange', onVisibility],
    [window, 'online', onNetwork],
    [window, 'offline', onNetwork],
  ];
  for (const [target, event, listener] of listeners) target.addEventListener(event, listener);
  return () => {
    for (const [target, event, listener] of listeners) target.removeEventListener(event, listener);
  };
}

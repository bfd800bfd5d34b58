import { type Live, type LiveChange } from '@mainstay/remote-contract';

/** Distributes changes to the screens of this page. */
export interface LiveHub extends Live {
  /** Notifies the subscribers of the entity. */
  publish: (change: LiveChange) => void;
}

export function createLiveHub(): LiveHub {
  const subscriptions = new Set<{ entity: string; callback: (change: LiveChange) => void }>();
  return {
    subscribe: (entity, callback) => {
      const subscription = { entity, callback };
      subscriptions.add(subscription);
      return () => void subscriptions.delete(subscription);
    },
    publish: (change) => {
      for (const { entity, callback } of subscriptions) if (entity === change.entity) callback(change);
    },
  };
}

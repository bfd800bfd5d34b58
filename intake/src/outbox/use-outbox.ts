import { useEffect, useState, useSyncExternalStore } from 'react';
import { forgetDraft } from '../report/draft.ts';
import { Courier, type CourierState } from './courier.ts';
import { type KeptReport } from './kept-report.ts';
import { Outbox } from './outbox.ts';
import { rememberReport } from './remembered-report.ts';

export interface OpenOutbox {
  reports: readonly KeptReport[];
  courier: CourierState;
  /** Whether what is kept outlives the page. */
  isLasting: boolean;
  /** Keeps a report and sends it. */
  send: (report: KeptReport) => Promise<void>;
  remove: (key: string) => Promise<void>;
  tryNow: () => void;
}

/** The outbox of this browser; as long as the page is open, what is in it is sent. */
export function useOutbox(): OpenOutbox {
  const [{ outbox, courier }] = useState(() => {
    const made = new Outbox();
    return {
      outbox: made,
      courier: new Courier(made, ({ code }, sent) => {
        rememberReport(code, sent);
        forgetDraft(code);
      }),
    };
  });
  useEffect(() => courier.start(), [courier]);
  return {
    reports: useSyncExternalStore(outbox.subscribe, outbox.reports, outbox.reports),
    courier: useSyncExternalStore(courier.subscribe, courier.state, courier.state),
    isLasting: outbox.isLasting(),
    send: async (report) => {
      await outbox.keep(report);
      void courier.run();
    },
    remove: (key) => outbox.remove(key),
    tryNow: () => void courier.run(),
  };
}

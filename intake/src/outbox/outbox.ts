import { openPageStore, type PageStore } from '@mainstay/web-kit/page-store';
import { del, set, values } from 'idb-keyval';
import { isDone, isForgotten, type KeptReport } from './kept-report.ts';

/**
 * The reports that were sent from this browser and that the services may not have yet, in IndexedDB: they outlive the
 * page. A browser without it (a private window of some) keeps them as long as the page is open.
 */
export class Outbox {
  #reports: readonly KeptReport[] = [];
  #listeners = new Set<() => void>();
  #store = openPageStore('mainstay.intake', 'reports', 'redo');
  #isLasting = true;

  /** The reports; another list after each change. */
  reports = (): readonly KeptReport[] => this.#reports;

  /** Whether what is kept outlives the page. */
  isLasting = (): boolean => this.#isLasting;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Reads what earlier pages have kept, and forgets what is done, or was refused long ago. */
  async load(): Promise<void> {
    const kept = await this.#inStore((store) => values<KeptReport>(store));
    const known = new Set(this.#reports.map(({ key }) => key));
    const earlier = (kept ?? []).filter(({ key }) => !known.has(key));
    const isOver = (report: KeptReport) => isDone(report) || isForgotten(report);
    this.#show([...earlier.filter((report) => !isOver(report)), ...this.#reports]);
    for (const report of earlier) {
      const { key, refused } = report;
      if (isOver(report)) await this.#inStore((store) => del(key, store));
      // An earlier version did not say when.
      else if (refused && refused.at === undefined) {
        await this.keep({ ...report, refused: { ...refused, at: new Date().toISOString() } });
      }
    }
  }

  /** Keeps a new report, or a changed one in the place of that with the same key. */
  async keep(report: KeptReport): Promise<void> {
    const isKnown = this.#reports.some(({ key }) => key === report.key);
    this.#show(
      isKnown
        ? this.#reports.map((each) => (each.key === report.key ? report : each))
        : [...this.#reports, report],
    );
    await this.#inStore((store) => set(report.key, report, store));
  }

  async remove(key: string): Promise<void> {
    this.#show(this.#reports.filter((report) => report.key !== key));
    await this.#inStore((store) => del(key, store));
  }

  #show(reports: readonly KeptReport[]): void {
    this.#reports = reports;
    for (const listener of this.#listeners) listener();
  }

  async #inStore<Result>(work: (store: PageStore) => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work(this.#store);
    } catch {
      // Not there, not allowed here, or the disk is full: the page says that it must stay open.
      this.#isLasting = false;
      return undefined;
    }
  }
}

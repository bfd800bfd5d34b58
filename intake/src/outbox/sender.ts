import { isApiError } from '@mainstay/web-kit/api-error';
import { photosOfReport, sendReport } from '../api/intake-api.ts';
import { sendPhoto } from '../photos/send-photo.ts';
import { type KeptPhoto, type KeptReport, type SentReport } from './kept-report.ts';
import { type Outbox } from './outbox.ts';

/** Seconds until the next attempt after the first, second, … failure in a row; the last one stays. */
const PAUSES = [5, 10, 30, 60];

/** Why the last attempt failed: no response, no service, or too many reports. */
type Trouble = 'offline' | 'unavailable' | 'limited';

export interface SenderState {
  isBusy: boolean;
  trouble: Trouble | null;
  /** When it tries again by itself, in milliseconds since 1970; null for never. */
  nextAt: number | null;
}

/** A response that is not about the report itself: the same report may be sent again. */
const isPassing = (status: number): boolean =>
  status === 408 || status === 409 || status === 429 || status >= 500;

/**
 * Sends the reports of the outbox one after the other, each with its photos after it. What fails for a passing reason
 * is sent again: after a pause, when the network is back, and when the page is opened again. The Idempotency-Key
 * stays the same, so each arrives once.
 */
export class Sender {
  #outbox: Outbox;
  #arrived: (report: KeptReport, sent: SentReport) => void;
  #state: SenderState = { isBusy: false, trouble: null, nextAt: null };
  #listeners = new Set<() => void>();
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Calls of `run` that are not done: a call while it runs makes it run once more. */
  #wanted = 0;

  /** @param arrived called when the service has a report, before its photos are sent */
  constructor(outbox: Outbox, arrived: (report: KeptReport, sent: SentReport) => void) {
    this.#outbox = outbox;
    this.#arrived = arrived;
  }

  state = (): SenderState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Sends what earlier pages have stored, and again whenever the network is back.
   * @returns a function that stops it
   */
  start(): () => void {
    const run = () => void this.run();
    const runIfShown = () => {
      if (document.visibilityState === 'visible' && this.#state.trouble !== null) run();
    };
    window.addEventListener('online', run);
    document.addEventListener('visibilitychange', runIfShown);
    void this.#outbox.load().then(run);
    return () => {
      window.removeEventListener('online', run);
      document.removeEventListener('visibilitychange', runIfShown);
      clearTimeout(this.#timer);
    };
  }

  /** Sends everything that is waiting, now. */
  async run(): Promise<void> {
    clearTimeout(this.#timer);
    this.#wanted += 1;
    if (this.#state.isBusy) return;
    let failure: Failure | undefined;
    for (let begun = 0; begun < this.#wanted;) {
      begun = this.#wanted;
      failure = await this.#runOnce();
    }
    this.#wanted = 0;
    this.#plan(failure);
  }

  async #runOnce(): Promise<Failure | undefined> {
    this.#show({ isBusy: true, trouble: this.#state.trouble, nextAt: null });
    let failure: Failure | undefined;
    for (const { key } of this.#outbox.reports()) {
      const report = this.#find(key);
      if (report === undefined || report.refused !== null) continue;
      failure = (report.sent === null ? await this.#send(report) : undefined) ?? failure;
      failure = (await this.#sendPhotos(key)) ?? failure;
    }
    return failure;
  }

  #plan(failure: Failure | undefined): void {
    this.#failures = failure === undefined ? 0 : this.#failures + 1;
    if (failure === undefined) {
      this.#show({ isBusy: false, trouble: null, nextAt: null });
      return;
    }
    const pause = failure.retryAfter ?? PAUSES[Math.min(this.#failures, PAUSES.length) - 1] ?? 60;
    this.#timer = setTimeout(() => void this.run(), pause * 1000);
    this.#show({ isBusy: false, trouble: failure.trouble, nextAt: Date.now() + pause * 1000 });
  }

  async #send(report: KeptReport): Promise<Failure | undefined> {
    try {
      const { number, trackingToken } = await sendReport(report.code, report.body, report.key);
      const sent = { number, trackingToken, at: new Date().toISOString() };
      this.#arrived(report, sent);
      await this.#outbox.keep({ ...report, sent });
      return undefined;
    } catch (error) {
      if (!isApiError(error)) return { trouble: 'offline' };
      const { status, detail, retryAfter } = error;
      if (!isPassing(status)) {
        await this.#outbox.keep({ ...report, refused: { status, detail, at: new Date().toISOString() } });
        return undefined;
      }
      return {
        trouble: status === 429 ? 'limited' : 'unavailable',
        ...(retryAfter !== undefined && { retryAfter }),
      };
    }
  }

  async #sendPhotos(key: string): Promise<Failure | undefined> {
    let failure: Failure | undefined;
    const ids = this.#find(key)?.photos.map(({ id }) => id) ?? [];
    for (const id of ids) {
      const report = this.#find(key);
      const photo = report?.photos.find((each) => each.id === id);
      if (report?.sent == null || photo?.bytes == null) continue;
      await this.#changePhoto(key, { ...photo, state: 'sending' });
      const { state, grant, retryAfter } = await sendPhoto(
        photosOfReport(report.sent.trackingToken),
        new Blob([photo.bytes], { type: 'image/jpeg' }),
        photo.grant,
      );
      const bytes = state === 'failed' ? photo.bytes : null;
      await this.#changePhoto(key, { id, bytes, state, ...(grant !== undefined && { grant }) });
      if (state === 'failed') {
        failure = {
          trouble: navigator.onLine ? 'unavailable' : 'offline',
          ...(retryAfter !== undefined && { retryAfter }),
        };
      }
    }
    return failure;
  }

  async #changePhoto(key: string, photo: KeptPhoto): Promise<void> {
    const report = this.#find(key);
    if (report === undefined) return;
    const photos = report.photos.map((each) => (each.id === photo.id ? photo : each));
    await this.#outbox.keep({ ...report, photos });
  }

  #find(key: string): KeptReport | undefined {
    return this.#outbox.reports().find((report) => report.key === key);
  }

  #show(state: SenderState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

interface Failure {
  trouble: Trouble;
  /** In seconds, if the service says so. */
  retryAfter?: number;
}

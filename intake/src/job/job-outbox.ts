import { isApiError } from '@mainstay/web-kit/api-error';
import { newIdempotencyKey } from '@mainstay/web-kit/idempotency-key';
import { serverNow } from '@mainstay/web-kit/server-clock';
import { openPageStore, type PageStore } from '@mainstay/web-kit/page-store';
import { del, set, values } from 'idb-keyval';
import { type PhotoGrant } from '../api/intake-types.ts';
import { LEAST_MS, sendPhoto } from '../photos/send-photo.ts';
import { type JobCall, photosOfJob, type Purpose, sendToJob } from './job-api.ts';

/** What was pressed, and is not with the service yet. */
interface Kept {
  /** The Idempotency-Key, made when it was pressed. */
  key: string;
  token: string;
  /** In milliseconds since 1970: they are sent in this order. */
  at: number;
}
type KeptCall = Kept & { call: JobCall };
type KeptPhoto = Kept & { name: string; purpose: Purpose; bytes: ArrayBuffer; grant?: PhotoGrant };
export type Waiting = KeptCall | KeptPhoto;

export interface JobOutboxState {
  waiting: readonly Waiting[];
  isBusy: boolean;
  /** The last attempt got no response, or no service: it is sent again by itself. */
  isTroubled: boolean;
  /** What the service does not want, in its words; until something else is sent. */
  refused: string | null;
  /** What was refused, whose texts are still wanted. */
  refusedCall: JobCall | null;
}

const isPassing = (status: number): boolean => status === 408 || status === 429 || status >= 500;
const AGAIN_MS = 5000;

/**
 * What was pressed on the page of a work order, in IndexedDB until the service has it or refuses it: it outlives the
 * page, and a phone without power. It is sent in its order: what may follow depends on what was before. A browser
 * without IndexedDB keeps it as long as the page is open.
 */
export class JobOutbox {
  #token: string;
  #sent: () => void;
  #state: JobOutboxState = {
    waiting: [],
    isBusy: false,
    isTroubled: false,
    refused: null,
    refusedCall: null,
  };
  #listeners = new Set<() => void>();
  #store = openPageStore('mainstay.job', 'waiting', 'redo');
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param sent called when the service has something */
  constructor(token: string, sent: () => void) {
    this.#token = token;
    this.#sent = sent;
  }

  state = (): JobOutboxState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Sends what earlier pages have kept, and again whenever the network is back.
   * @returns a function that stops it
   */
  start(): () => void {
    const run = () => void this.run();
    const runIfShown = () => {
      if (document.visibilityState === 'visible') run();
    };
    window.addEventListener('online', run);
    document.addEventListener('visibilitychange', runIfShown);
    let isStopped = false;
    void this.#load().then(() => (isStopped ? undefined : this.run()));
    return () => {
      isStopped = true;
      window.removeEventListener('online', run);
      document.removeEventListener('visibilitychange', runIfShown);
      clearTimeout(this.#timer);
    };
  }

  send(call: JobCall): Promise<void> {
    return this.#add({ ...this.#kept(), call });
  }

  async sendPhotos(name: string, purpose: Purpose, photos: readonly Blob[]): Promise<void> {
    for (const photo of photos)
      await this.#keep({ ...this.#kept(), name, purpose, bytes: await photo.arrayBuffer() });
    await this.run();
  }

  /** Sends what waits, now. */
  async run(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#state.isBusy || this.#state.waiting.length === 0) return;
    this.#show({ isBusy: true });
    let isTroubled = false;
    for (let next = this.#state.waiting[0]; next && !isTroubled; next = this.#state.waiting[0]) {
      isTroubled = !(await ('call' in next ? this.#sendCall(next) : this.#sendPhoto(next)));
    }
    this.#show({ isBusy: false, isTroubled });
    if (isTroubled) this.#timer = setTimeout(() => void this.run(), AGAIN_MS);
  }

  /** @returns whether the next one may follow */
  async #sendCall(kept: KeptCall): Promise<boolean> {
    try {
      await sendToJob(this.#token, kept.call, kept.key);
    } catch (error) {
      if (!isApiError(error) || isPassing(error.status)) return false;
      this.#show({ refused: error.detail, refusedCall: kept.call });
    }
    await this.#forget(kept);
    return true;
  }

  async #sendPhoto(kept: KeptPhoto): Promise<boolean> {
    const { name, purpose, bytes, grant } = kept;
    // One key grants one place, so another place needs another key.
    const isOver = grant !== undefined && Date.parse(grant.expiresAt) - serverNow() < LEAST_MS;
    const key = isOver ? newIdempotencyKey() : kept.key;
    const target = photosOfJob(this.#token, { name, purpose }, key);
    const photo = new Blob([bytes], { type: 'image/jpeg' });
    const result = await sendPhoto(target, photo, isOver ? undefined : grant);
    if (result.state === 'failed') {
      const { grant: _ended, ...before } = kept;
      const isEnded = !isOver && grant !== undefined && result.grant === undefined;
      await this.#replace(kept, {
        ...before,
        key: isEnded ? newIdempotencyKey() : key,
        ...(result.grant !== undefined && { grant: result.grant }),
      });
      return false;
    }
    if (result.state !== 'sent') this.#show({ refused: result.state });
    await this.#forget(kept);
    return true;
  }

  #kept(): Kept {
    return { key: newIdempotencyKey(), token: this.#token, at: Date.now() };
  }

  async #add(kept: Waiting): Promise<void> {
    await this.#keep(kept);
    await this.run();
  }

  async #keep(kept: Waiting): Promise<void> {
    this.#show({ waiting: [...this.#state.waiting, kept], refused: null, refusedCall: null });
    await this.#inStore((store) => set(kept.key, kept, store));
  }

  async #replace(before: Waiting, after: Waiting): Promise<void> {
    this.#show({ waiting: this.#state.waiting.map((each) => (each === before ? after : each)) });
    if (before.key !== after.key) await this.#inStore((store) => del(before.key, store));
    await this.#inStore((store) => set(after.key, after, store));
  }

  async #forget({ key }: Waiting): Promise<void> {
    this.#show({ waiting: this.#state.waiting.filter((each) => each.key !== key) });
    await this.#inStore((store) => del(key, store));
    this.#sent();
  }

  async #load(): Promise<void> {
    const kept = (await this.#inStore((store) => values<Waiting>(store))) ?? [];
    const known = new Set(this.#state.waiting.map(({ key }) => key));
    const mine = kept.filter(({ token, key }) => token === this.#token && !known.has(key));
    this.#show({ waiting: [...mine, ...this.#state.waiting].toSorted((one, other) => one.at - other.at) });
  }

  #show(more: Partial<JobOutboxState>): void {
    this.#state = { ...this.#state, ...more };
    for (const listener of this.#listeners) listener();
  }

  async #inStore<Result>(work: (store: PageStore) => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work(this.#store);
    } catch {
      // Not there, not allowed here, or the disk is full: it is kept as long as the page is open.
      return undefined;
    }
  }
}

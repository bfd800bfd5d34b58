import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiResponse, type Caller, signIn } from '../faults/caller.ts';
import { mentionManager } from '../faults/mention.ts';
import type { Stage } from '../faults/stage.ts';
import { failed, Traffic } from '../faults/traffic.ts';

const FILE_BYTES = 200_000;
/** Pause between two uploads, sign-ins, page loads or comments. */
const PAUSE_MS = 500;
/** Responses are counted and released after this time, as they would fill the memory of this process. */
const SLICE_MS = 15_000;

interface Counts {
  reads: number;
  writes: number;
  uploads: number;
  downloads: number;
  signIns: number;
  pageFiles: number;
}

/** All that people do with the system at once, until it is stopped. */
export class SteadyLoad {
  readonly counts: Counts = { reads: 0, writes: 0, uploads: 0, downloads: 0, signIns: 0, pageFiles: 0 };
  /** What went wrong, in words. */
  readonly errors: string[] = [];
  private readonly stage: Stage;
  private readonly over = new AbortController();
  private readonly people: Promise<void>[];

  constructor(stage: Stage) {
    this.stage = stage;
    this.people = [
      this.readAndWrite(),
      this.again(() => this.transferFile()),
      this.again(() => this.signInAndOut()),
      this.again(() => this.loadPage()),
      this.again(() => this.mention()),
    ];
  }

  /** Resolves when every visitor has received the last response. */
  async stop(): Promise<void> {
    this.over.abort();
    await Promise.all(this.people);
  }

  private async readAndWrite(): Promise<void> {
    while (!this.over.signal.aborted) {
      const traffic = new Traffic(this.stage, { readers: 4, writers: 2, pauseMs: 20 });
      await sleep(SLICE_MS, undefined, { signal: this.over.signal }).catch(() => undefined);
      await traffic.stop();
      const wrong = [...failed(traffic.reads, 200), ...failed(traffic.firstTries, 201)];
      this.errors.push(...wrong.map(({ status, request }) => `${status} to ${request}`));
      const { lost, duplicates } = await traffic.verify();
      if (lost + duplicates > 0) this.errors.push(`${lost} writes lost, ${duplicates} duplicates`);
      this.counts.reads += traffic.reads.length;
      this.counts.writes += traffic.acknowledgedCount;
    }
  }

  private async again(turn: () => Promise<void>): Promise<void> {
    while (!this.over.signal.aborted) {
      await turn().catch((error: unknown) => this.errors.push(String(error)));
      await sleep(PAUSE_MS);
    }
  }

  /** Uploads a file, attaches it to a ticket, downloads and deletes it. */
  private async transferFile(): Promise<void> {
    const { manager } = this.stage;
    const bytes = randomBytes(FILE_BYTES);
    const ticketId = await this.latestTicket();
    const granted = await manager.ask('POST', '/api/attachments/upload');
    const grant = contentOf(granted, 201) as { uploadURL: string; objectPath: string };
    await fetchWhole(grant.uploadURL, { method: 'PUT', body: bytes });
    this.counts.uploads += 1;
    const attachments = `/api/tickets/${ticketId}/attachments`;
    const file = { fileName: 'noise.bin', fileSize: bytes.length, objectPath: grant.objectPath };
    const recorded = await manager.ask('POST', attachments, file);
    const { id } = contentOf(recorded, 201) as { id: string };
    const signed = await manager.ask('GET', `/api/attachments/${id}/download`);
    const { downloadURL } = contentOf(signed, 200) as { downloadURL: string };
    if (!(await fetchWhole(downloadURL)).equals(bytes)) throw new Error('a file came back different');
    this.counts.downloads += 1;
    contentOf(await manager.ask('DELETE', `/api/attachments/${id}`), 204);
  }

  private async mention(): Promise<void> {
    contentOf(await mentionManager(this.stage, await this.latestTicket()), 201);
  }

  private async latestTicket(): Promise<string> {
    const { manager, locationId } = this.stage;
    const listed = await manager.ask('GET', `/api/tickets?limit=1&locationId=${locationId}`);
    const [ticket] = contentOf(listed, 200) as { id: string }[];
    if (!ticket) throw new Error('the store has no tickets');
    return ticket.id;
  }

  private async signInAndOut(): Promise<void> {
    const caller: Caller = await signIn(this.stage.system.url, 'manager2@example.com');
    contentOf(await caller.ask('GET', '/api/user'), 200);
    contentOf(await caller.ask('POST', '/api/logout'), 204);
    this.counts.signIns += 1;
  }

  /** The page and the scripts and styles it names, as a browser with an empty cache fetches them. */
  private async loadPage(): Promise<void> {
    const { url } = this.stage.system;
    const page = (await fetchWhole(`${url}/`)).toString();
    const files = [...page.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css|svg))"/g)].map(
      ([, path]) => path ?? '',
    );
    if (files.length === 0) throw new Error('the page names no files');
    await Promise.all(files.map((path) => fetchWhole(url + path)));
    this.counts.pageFiles += 1 + files.length;
  }
}

/** The body of a response of the expected status. @throws for another status */
function contentOf({ status, request, body }: ApiResponse, expected: number): unknown {
  if (status !== expected) throw new Error(`${status} to ${request}`);
  return body;
}

async function fetchWhole(url: string, init?: RequestInit): Promise<Buffer> {
  const response = await fetch(url, init);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (!response.ok)
    throw new Error(`${response.status} to ${init?.method ?? 'GET'} ${new URL(url).pathname}`);
  return bytes;
}

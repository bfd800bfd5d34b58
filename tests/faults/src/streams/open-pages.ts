import { setTimeout as sleep } from 'node:timers/promises';
import { atLeast, type Figure, none } from '../faults/fault.ts';
import type { Stage } from '../faults/stage.ts';
import { compare, endOfFeed, readFeed } from './feed.ts';
import { Reader } from './reader.ts';
import { createViewers, type Viewer } from './viewers.ts';

/** Longer than the pause of a browser before it connects again. */
const SETTLED_AFTER_MS = 6000;

/** The streams of a few people, one of them an administrator. */
export class OpenPages {
  private readonly stage: Stage;
  private readonly afterXid: string;
  private readonly pages: readonly { viewer: Viewer; reader: Reader }[];

  private constructor(stage: Stage, afterXid: string, pages: OpenPages['pages']) {
    this.stage = stage;
    this.afterXid = afterXid;
    this.pages = pages;
  }

  static async open(stage: Stage, count: number): Promise<OpenPages> {
    const viewers = await createViewers(stage.database, count);
    const pages = viewers.map((viewer) => ({
      viewer,
      reader: new Reader(stage.system.url, viewer.authorization),
    }));
    for (const { reader } of pages) await reader.start();
    return new OpenPages(stage, await endOfFeed(stage.database), pages);
  }

  /** Closes them when the last changes have arrived, and compares what arrived with the feed. */
  async close(): Promise<{ figures: Figure[]; reconnections: number }> {
    await sleep(SETTLED_AFTER_MS);
    const feed = await readFeed(this.stage.database, this.afterXid);
    const compared = this.pages.map(({ viewer, reader }) => compare(feed, viewer, reader));
    for (const { reader } of this.pages) reader.stop();
    const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
    const ofReaders = (of: (reader: Reader) => number) => sum(this.pages.map(({ reader }) => of(reader)));
    return {
      figures: [
        atLeast('events received', sum(compared.map(({ delays }) => delays.length)), 10),
        none('events missing', sum(compared.map(({ missing }) => missing))),
        none('events out of scope', sum(compared.map(({ foreign }) => foreign))),
        none(
          'events received twice',
          ofReaders(({ twice }) => twice),
        ),
        none(
          'streams told to read everything again',
          ofReaders(({ resyncs }) => resyncs),
        ),
      ],
      reconnections: ofReaders(({ connections }) => connections) - this.pages.length,
    };
  }
}

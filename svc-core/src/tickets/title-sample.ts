import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Database } from '../database/database.ts';
import { literal, sql } from '../database/sql.ts';

const TITLES = 2000;
const REFRESH_MS = 10 * 60 * 1000;

const titleRow = z.object({ title: z.string() });
const sizeRow = z.object({ tickets: z.int() });

/** Whether a trigram index contains these three characters: a word of three, or the beginning or end of a word. */
const isIndexed = (fragment: string): boolean =>
  /^(?:[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]{2}|[\p{L}\p{N}]{2}[^\p{L}\p{N}])$/u.test(fragment);

const fragmentsOf = (text: string): string[] => {
  const characters = Array.from(text);
  return characters.slice(2).map((_, at) => characters.slice(at, at + 3).join(''));
};

/**
 * Estimates from a sample of titles how frequent a text is, to choose the plan of a search. An outdated sample makes a
 * search slower, never wrong. In SQL, because TypeORM has no table samples.
 */
@Injectable()
export class TitleSample {
  private tickets = 0;
  private titles: string[] = [];
  private counts = new Map<string, number>();
  private readAt = -Infinity;

  constructor(private readonly database: Database) {}

  /** Reads a new sample, unless there is a recent one. */
  async refresh(): Promise<void> {
    if (performance.now() - this.readAt < REFRESH_MS) return;
    this.readAt = performance.now();
    const [size] = await this.database.rows(
      sizeRow,
      sql`SELECT reltuples::int AS tickets FROM pg_class WHERE oid = 'core.tickets'::regclass`,
    );
    this.tickets = Math.max(0, size?.tickets ?? 0);
    const percent = literal(String(Math.min(100, (100 * TITLES) / Math.max(1, this.tickets))));
    const rows = await this.database.rows(
      titleRow,
      sql`SELECT title FROM core.tickets TABLESAMPLE SYSTEM (${percent}) LIMIT ${TITLES}`,
    );
    this.titles = rows.map(({ title }) => title.toLowerCase());
    this.counts = new Map();
    for (const fragment of this.titles.flatMap((title) => [...new Set(fragmentsOf(title))])) {
      this.counts.set(fragment, (this.counts.get(fragment) ?? 0) + 1);
    }
  }

  /** Estimated number of tickets with the text in their titles. */
  estimate(text: string): number {
    const sought = text.toLowerCase();
    const found = this.titles.filter((title) => title.includes(sought)).length;
    return this.titles.length === 0 ? 0 : (found / this.titles.length) * this.tickets;
  }

  /**
   * The up to two rarest fragments of a text that do not overlap, in the text's order. An index finds them faster than
   * the whole text, for which it would compare every fragment.
   */
  rarestFragments(text: string): string[] {
    const ranked = fragmentsOf(text)
      .map((fragment, at) => ({ fragment, at, count: this.counts.get(fragment.toLowerCase()) ?? 0 }))
      .filter(({ fragment }) => isIndexed(fragment))
      .toSorted((one, other) => one.count - other.count);
    const [rarest] = ranked;
    if (!rarest) return [];
    const second = ranked.find(({ at }) => Math.abs(at - rarest.at) >= 3);
    const chosen = second ? [rarest, second] : [rarest];
    return chosen.toSorted((one, other) => one.at - other.at).map(({ fragment }) => fragment);
  }
}

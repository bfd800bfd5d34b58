import { Balancer } from './balancer.ts';
import { checkOut } from './checkout.ts';
import { Composition } from './composition.ts';
import type { Table } from './table.ts';

/** The environment of a phase of the command. {@link Stage.clear} removes everything it starts. */
export class Stage {
  readonly table: Table;
  readonly signal: AbortSignal;
  /** The commit to look at, and the released one. */
  readonly commits: { this: string; released: string };
  /** A folder of this run alone. */
  private readonly folder: string;
  private readonly compositions: Composition[] = [];
  private readonly balancers: Balancer[] = [];

  constructor(folder: string, commits: Stage['commits'], table: Table, signal: AbortSignal) {
    this.folder = folder;
    this.commits = commits;
    this.table = table;
    this.signal = signal;
  }

  checkOut(commit: string, name: string): Promise<string> {
    return checkOut(commit, this.folder, name);
  }

  /** A composition that is not started yet, in a checkout. */
  async compose(checkout: string, name: string): Promise<Composition> {
    const composition = await Composition.in(checkout, `mainstay-check-${process.pid}-${name}`, this.signal);
    this.compositions.push(composition);
    return composition;
  }

  async balance(composition: Composition): Promise<void> {
    this.balancers.push(await Balancer.before(composition));
  }

  /** One step of the table, with its description above its numbers. */
  async step(title: string, work: () => Promise<Parameters<Table['add']>[1]>): Promise<void> {
    this.signal.throwIfAborted();
    console.error(title);
    try {
      this.table.add(title, await work());
    } catch (error) {
      if (!this.signal.aborted) for (const each of this.compositions) console.error(await each.lastWords());
      throw error;
    }
  }

  /** Removes everything that was started, also after a failure. @throws the first failure, after trying all */
  async clear(): Promise<void> {
    const all = [...this.balancers.splice(0), ...this.compositions.splice(0).reverse()];
    const failures: unknown[] = [];
    for (const one of all) {
      const cleared = one instanceof Balancer ? one.stop() : one.takeDown();
      await cleared.catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }
}

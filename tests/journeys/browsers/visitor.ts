import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { type Engine } from './engine.ts';

const WAIT_MS = 30_000;

export const boxSchema = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
export type Box = z.infer<typeof boxSchema>;

/**
 * In the page: the box of the first visible element with this accessible name, in the topmost dialog if it is there.
 * What cannot be used, as the picture before React, does not count.
 */
function boxOf(selector: string, name: string): Box | undefined {
  const isSeen = (element: Element) =>
    element.getClientRects().length > 0 &&
    getComputedStyle(element).visibility !== 'hidden' &&
    element.closest('[inert]') === null;
  const nameOf = (element: Element) => {
    const label =
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
        ? element.labels?.[0]?.textContent
        : undefined;
    return (element.getAttribute('aria-label') ?? label ?? element.textContent).trim().replace(/\s+/g, ' ');
  };
  const all = [...document.querySelectorAll(selector)].filter(
    (element) => isSeen(element) && new RegExp(name).test(nameOf(element)),
  );
  // A press beside a dialog that still grows closes it.
  if (document.getAnimations().some(({ effect }) => effect?.getTiming().iterations === 1)) return undefined;
  const dialog = [...document.querySelectorAll('dialog[open], [role=dialog]')].filter(isSeen).at(-1);
  const found = all.find((element) => dialog?.contains(element)) ?? all[0];
  if (!found) return undefined;
  found.scrollIntoView({ block: 'nearest' });
  const { x, y, width, height } = found.getBoundingClientRect();
  return { x, y, width, height };
}

/** What a person does with a browser: waits until something is seen, and presses it. */
export class Visitor {
  readonly engine: Engine;
  private readonly origin: string;

  constructor(engine: Engine, origin: string) {
    this.engine = engine;
    this.origin = origin;
  }

  open(path: string): Promise<void> {
    return this.engine.load(`${this.origin}${path}`);
  }

  /** The value of a function in the page, which sees its arguments alone. */
  async value<Value, Args extends unknown[]>(
    schema: z.ZodType<Value>,
    inPage: (...args: Args) => unknown,
    ...args: Args
  ): Promise<Value> {
    return schema.parse(await this.engine.evaluate(`(${String(inPage)})(...${JSON.stringify(args)})`));
  }

  /** Waits until a function in the page returns something. */
  async until<Value, Args extends unknown[]>(
    schema: z.ZodType<Value>,
    inPage: (...args: Args) => unknown,
    ...args: Args
  ): Promise<Value> {
    const end = Date.now() + WAIT_MS;
    for (;;) {
      // A page that is being left has no value.
      const value = await this.value(z.unknown(), inPage, ...args).catch((error: unknown) => String(error));
      const parsed = schema.safeParse(value);
      if (parsed.success) return parsed.data;
      if (Date.now() > end) throw new Error(`${JSON.stringify(args)} is not there: ${JSON.stringify(value)}`);
      await wait(50);
    }
  }

  /** The box of the first visible element with this name, once it stands still. */
  async box(selector: string, name = ''): Promise<Box> {
    let before = '';
    for (;;) {
      const box = await this.until(boxSchema, boxOf, selector, name);
      if (JSON.stringify(box) === before) return box;
      before = JSON.stringify(box);
      await wait(250);
    }
  }

  async press(selector: string, name = ''): Promise<void> {
    const { x, y, width, height } = await this.box(selector, name);
    await this.engine.click(x + width / 2, y + height / 2);
  }

  async fill(selector: string, name: string, text: string): Promise<void> {
    await this.press(selector, name);
    await this.engine.type(text);
  }

  /** @throws after a while, with the text that is there instead */
  async sees(text: string): Promise<void> {
    const look = (wanted: string) => document.body.innerText.includes(wanted) || document.body.innerText;
    await this.until(z.literal(true), look, text);
  }
}

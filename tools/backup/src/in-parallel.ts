/** Runs `work` for every item, `limit` of them at the same time; stops at the first failure. */
export async function inParallel<Item>(
  limit: number,
  items: Iterable<Item> | AsyncIterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  let turn: Promise<unknown> = Promise.resolve();
  const next = (): Promise<IteratorResult<Item>> => {
    const result = turn.then(() => queue.next());
    turn = result.catch(() => undefined);
    return result;
  };
  const worker = async () => {
    for (let item = await next(); item.done !== true; item = await next()) await work(item.value);
  };
  await Promise.all(Array.from({ length: limit }, worker));
}

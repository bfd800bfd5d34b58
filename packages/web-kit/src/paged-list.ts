/** One page of a list. */
export interface Page<Item> {
  items: Item[];
  /** Items on all pages. The server may stop counting the matches of a search. */
  total: number;
  /** The cursor of the next page; undefined on the last. */
  next: string | undefined;
}

/** A small first page for a fast start, then large ones to save requests. */
const FIRST_PAGE = 50;
const OTHER_PAGES = 500;

/** The query parameters of the page at `cursor`; undefined for the first. */
export const pageAt = (cursor: string | undefined) =>
  cursor === undefined ? { limit: FIRST_PAGE } : { cursor, limit: OTHER_PAGES };

/**
 * Reads one page from the response to a list request: its body, `Link` and `X-Total-Count`.
 * @throws ApiError as the client does
 */
export async function pageOf<Item>(
  call: Promise<{ data?: Item[]; response: Response }>,
): Promise<Page<Item>> {
  const { data: items = [], response } = await call;
  const next = /<([^>]+)>;\s*rel="?next"?/.exec(response.headers.get('link') ?? '')?.[1];
  return {
    items,
    total: Number(response.headers.get('x-total-count') ?? items.length),
    next:
      next === undefined ? undefined : (new URL(next, response.url).searchParams.get('cursor') ?? undefined),
  };
}

/**
 * Reads all items of a list, page after page.
 * @param read sends the request for the page at a cursor, undefined for the first
 * @throws ApiError as the client does
 */
export async function everyItem<Item>(
  read: (cursor: string | undefined) => Parameters<typeof pageOf<Item>>[0],
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const page = await pageOf(read(cursor));
    items.push(...page.items);
    cursor = page.next;
  } while (cursor !== undefined);
  return items;
}

/** Options for useInfiniteQuery. The key is the address of the first page. */
export interface PagedQuery<Item> {
  queryKey: readonly unknown[];
  queryFn: (context: { pageParam: string | undefined; signal: AbortSignal }) => Promise<Page<Item>>;
  initialPageParam: string | undefined;
  getNextPageParam: (page: Page<Item>) => string | undefined;
}

/** The options that all paged queries share. */
export const byPage = {
  initialPageParam: undefined,
  getNextPageParam: ({ next }: Page<unknown>) => next,
};

/**
 * The paged query of a list.
 * @param path the address without query string
 * @param read sends the request with the query of a page: the filter and the place of the page
 */
export const pagedQuery = <Item, Filter extends object>(
  path: readonly string[],
  filter: Filter,
  read: (
    query: Filter & ReturnType<typeof pageAt>,
    signal: AbortSignal,
  ) => Promise<{ data?: Item[]; response: Response }>,
): PagedQuery<Item> => ({
  ...byPage,
  queryKey: [...path, { ...filter, ...pageAt(undefined) }],
  queryFn: ({ pageParam, signal }) => pageOf(read({ ...filter, ...pageAt(pageParam) }, signal)),
});

/** A stretch of a list. */
export interface Page<Item> {
  items: Item[];
  /** How many there are under the same filters on all pages; the server may stop counting the finds of a search. */
  total: number;
  /** The cursor of the page after this one; undefined on the last. */
  next: string | undefined;
}

/** The first page is small, to be there soon; the others are large, to be few. */
const FIRST_PAGE = 50;
const OTHER_PAGES = 500;

/** The query of the page at `cursor`, undefined for the first. */
export const pageAt = (cursor: string | undefined) =>
  cursor === undefined ? { limit: FIRST_PAGE } : { cursor, limit: OTHER_PAGES };

/**
 * One page of a list from the answer to its GET: the body, and the headers `Link` and `X-Total-Count`.
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

/** A query for useInfiniteQuery, page by page; its key is the address of the first page. */
export interface PagedQuery<Item> {
  queryKey: readonly unknown[];
  queryFn: (context: { pageParam: string | undefined; signal: AbortSignal }) => Promise<Page<Item>>;
  initialPageParam: string | undefined;
  getNextPageParam: (page: Page<Item>) => string | undefined;
}

/** What every paged query has besides its key and the function that fetches a page. */
export const byPage = {
  initialPageParam: undefined,
  getNextPageParam: ({ next }: Page<unknown>) => next,
};

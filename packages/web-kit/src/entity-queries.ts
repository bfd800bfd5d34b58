import { useMutation } from '@tanstack/react-query';
import { bodyOf, versionOf } from './api-client.ts';
import { isApiError, isUnauthorized } from './api-error.ts';
import { type pageAt, pagedQuery } from './paged-list.ts';
import {
  type AlsoRefresh,
  type Failure,
  type Success,
  useCreateOutcome,
  useWriteOutcome,
} from './write-outcome.ts';

// What a call gets: the form in which the typed client takes it, so that `(sent) => api.POST(path, sent)` is a call. No
// interfaces, which the client would not take for an object of any more members.
export type Listed<Filter> = {
  params: { query: Filter & { q: string | undefined } & ReturnType<typeof pageAt> };
  signal: AbortSignal;
};
type Read = {
  params: { path: { id: string } };
  signal: AbortSignal | null;
};
export type Created<Body> = {
  params: { header: { 'Idempotency-Key': string } };
  body: Body;
};
export type Changed<Body> = {
  params: { path: { id: string }; header: { 'If-Match': string } };
  body: Body;
};
type Removed = {
  params: { path: { id: string } };
};

type Reply<Data> = Promise<{ data?: Data; response: Response }>;

/** The texts of the toasts, and what else is refreshed. */
type Outcome<Saved, Sent> = [
  success: Success<Saved, Sent>,
  failure: Failure,
  also?: AlsoRefresh<Saved, Sent>,
];
interface NewThing<Body> {
  body: Body;
  idempotencyKey: string;
}
interface Edit<Body> {
  id: string;
  changes: Body;
  ifMatch: string;
}

/** For `failure`: the message, and nothing once the session has ended. */
export const messageOr =
  (otherwise: string) =>
  (error: Error): string | undefined =>
    isUnauthorized(error) ? undefined : error.message || otherwise;

/** For `failure`: the server's sentence, if it has one. */
export const detailOr =
  (otherwise: string) =>
  (error: Error): string =>
    (isApiError(error) && error.detail) || otherwise;

/**
 * Makes the queries and the hooks of an entity from the calls of the typed client. After a write its list is read
 * again.
 * @param path the address of the list
 */
export function entityQueries(path: string) {
  /** The hook of any write. */
  const writes = <Sent, Saved>(send: (sent: Sent) => Promise<Saved>, ...outcome: Outcome<Saved, Sent>) =>
    function useWrite() {
      return useMutation({ mutationFn: (sent: Sent) => send(sent), ...useWriteOutcome(path, ...outcome) });
    };
  const sendNew =
    <Body, Data>(call: (sent: Created<Body>) => Reply<Data>) =>
    ({ body, idempotencyKey }: NewThing<Body>) =>
      bodyOf(call({ params: { header: { 'Idempotency-Key': idempotencyKey } }, body }));

  return {
    writes,

    /** The list page by page: a function of its filter, and then of a search text, undefined for none. */
    lists:
      <Filter extends object, Item>(call: (sent: Listed<Filter>) => Reply<Item[]>) =>
      (filter: Filter) =>
      (q?: string) =>
        pagedQuery([path], { ...filter, q }, (query, signal) => call({ params: { query }, signal })),

    /** Reads one with its ETag. */
    reads:
      <Data>(call: (sent: Read) => Reply<Data>) =>
      (id: string, signal: AbortSignal | null = null) =>
        versionOf(call({ params: { path: { id } }, signal })),

    creates: <Body, Data>(
      call: (sent: Created<Body>) => Reply<Data>,
      ...outcome: Outcome<NonNullable<Data>, NewThing<Body>>
    ) => writes(sendNew(call), ...outcome),

    /** Creates one; who is no longer signed in is sent to sign in. */
    createsOrLeaves: <Body, Data>(
      call: (sent: Created<Body>) => Reply<Data>,
      ...outcome: Outcome<NonNullable<Data>, NewThing<Body>>
    ) =>
      function useCreate() {
        return useMutation({ mutationFn: sendNew(call), ...useCreateOutcome(path, ...outcome) });
      },

    /** Changes fields of one if its version is still `ifMatch`. */
    updates: <Body, Data>(
      call: (sent: Changed<Body>) => Reply<Data>,
      ...outcome: Outcome<NonNullable<Data>, Edit<Body>>
    ) =>
      writes(
        ({ id, changes, ifMatch }: Edit<Body>) =>
          bodyOf(call({ params: { path: { id }, header: { 'If-Match': ifMatch } }, body: changes })),
        ...outcome,
      ),

    /** Deletes one by its id. */
    removes: (call: (sent: Removed) => Reply<unknown>, ...outcome: Outcome<unknown, string>) =>
      writes((id: string) => call({ params: { path: { id } } }), ...outcome),
  };
}

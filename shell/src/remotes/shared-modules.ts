import * as queries from '@tanstack/react-query';
import * as base from '@mainstay/ui/base';
import * as router from '@mainstay/ui/router';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import * as reactDomClient from 'react-dom/client';
import { type FederationHost } from '../federation/index.ts';

type SharedModules = NonNullable<Parameters<FederationHost['share']>[0]>;

/** The share key and version of each module, injected by the build (packages/web-build/src/shared-modules.ts). */
declare const SHARED_MODULES: Record<string, { shareKey: string; version: string }>;

/** Modules that are part of the page itself. */
const present: Record<string, unknown> = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': reactDom,
  'react-dom/client': reactDomClient,
  '@tanstack/react-query': queries,
  '@mainstay/ui/base': base,
  '@mainstay/ui/router': router,
};

/** Modules that are loaded after those, so that their files contain only what is not in the file of those. */
const late = () => import(/* webpackChunkName: "screens" */ './late-parts.ts');

/** Modules that are fetched with the first remote, in one file, and those that only some screens need. */
const fetched: Record<string, () => Promise<unknown>> = {
  '@mainstay/ui/core': () => import(/* webpackChunkName: "screens" */ '@mainstay/ui/core'),
  '@mainstay/web-kit': () => import(/* webpackChunkName: "screens" */ '@mainstay/web-kit'),
  '@mainstay/ui/forms': async () => (await late()).loadForms(),
  '@mainstay/web-kit/forms': async () => (await late()).loadKitForms(),
  '@mainstay/ui/table': async () => (await late()).loadTable(),
  '@mainstay/ui/content': async () => (await late()).loadContent(),
  '@mainstay/ui/timeline': async () => (await late()).loadTimeline(),
};

function shareAs(
  request: string,
  source: { lib: () => unknown } | { get: () => Promise<() => unknown> },
): [key: string, shared: SharedModules[string]] {
  const { shareKey, version } = SHARED_MODULES[request] ?? {};
  if (!shareKey || !version) throw new Error(`${request} is not in the sharing list`);
  const shareConfig = { singleton: true, requiredVersion: `^${version}` };
  return [shareKey, { ...source, version, strategy: 'loaded-first', shareConfig }];
}

/** Fetches a module for the federation runtime, and again after a failure, which the runtime would keep for good. */
export const untilLoaded = (fetch: () => Promise<unknown>) =>
  async function get(this: { loading?: unknown }): Promise<() => unknown> {
    try {
      const module = await fetch();
      return () => module;
    } catch (error) {
      delete this.loading;
      throw error;
    }
  };

/** The modules that the shell shares with remotes, so that all use one React, one query cache and one theme. */
export function sharedModules(): SharedModules {
  return Object.fromEntries([
    ...Object.entries(present).map(([request, module]) => shareAs(request, { lib: () => module })),
    ...Object.entries(fetched).map(([request, fetch]) => shareAs(request, { get: untilLoaded(fetch) })),
  ]);
}

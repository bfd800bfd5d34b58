import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuiltRemote, contentOf, readBuiltRemote } from './built-remote.ts';
import { isSite, type Site, type SiteName, sites } from './served-sites.ts';

/**
 * Reads the build in a folder: the site or the remote of that name.
 * @throws Error when it is missing or incomplete.
 */
export function readBuilt(name: string, folder: string): BuiltRemote {
  return isSite(name) ? readBuiltSite(name, folder) : readBuiltRemote(folder);
}

/** What a build must have: a team publishes its site before it builds the pages that the gateway has room for. */
function pagesOf(site: SiteName, isThere: (page: string) => boolean): readonly string[] {
  const { pages, addedPages }: Site = sites[site];
  return addedPages.some(isThere) ? pages : pages.filter((page) => !addedPages.includes(page));
}

/** A site is identified by its pages: it has no manifest. */
function readBuiltSite(site: SiteName, folder: string): BuiltRemote {
  const { assetsAt } = sites[site];
  const isThere = (page: string) => existsSync(join(folder, page));
  const pages = pagesOf(site, isThere);
  for (const page of pages) {
    if (!isThere(page)) throw new Error(`${folder} has no ${page}: build the ${site} first`);
  }
  const { version, integrity } = contentOf(folder);
  for (const page of pages) {
    const named = readFileSync(join(folder, page), 'utf8').matchAll(/(?:src|href)="(\/[^"?#]+)/g);
    for (const [, address = ''] of named) {
      if (!address.startsWith(assetsAt)) continue;
      const file = `assets/${address.slice(assetsAt.length)}`;
      if (!(file in integrity))
        throw new Error(`${folder}/${page} refers to ${file}, which is not in the build`);
    }
  }
  return {
    version,
    integrity,
    name: null,
    contract: null,
    screens: [],
    headerItem: false,
    live: {},
    build: null,
  };
}

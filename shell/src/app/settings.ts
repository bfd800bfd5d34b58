import { loadQuery } from '@mainstay/web-kit';
import { queryOptions } from '@tanstack/react-query';

/** What the operator sets for the browser; served by the gateway, never compiled in. */
export interface Settings {
  brandName: string;
  /** Where the profile's account button leads: an http or https address. */
  accountSettingsUrl: string;
}

const defaults: Settings = {
  brandName: 'Sandwich Co.',
  accountSettingsUrl: 'https://account.example.com/',
};

function isWebAddress(value: unknown): value is string {
  return typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? '');
}

/** Reads /config.json; what is missing or unusable falls back to its default. */
export function parseSettings(document: unknown): Settings {
  const { brandName, accountSettingsUrl }: Partial<Record<string, unknown>> =
    typeof document === 'object' && document !== null ? { ...document } : {};
  return {
    brandName: typeof brandName === 'string' && brandName.trim() ? brandName.trim() : defaults.brandName,
    accountSettingsUrl: isWebAddress(accountSettingsUrl) ? accountSettingsUrl : defaults.accountSettingsUrl,
  };
}

/**
 * The settings, out of a document in which remotes read theirs under the same key. A page without them still works, so a
 * failure gives the defaults.
 */
export const settingsQuery = queryOptions({
  queryKey: ['/config.json'],
  queryFn: (context) => loadQuery(context).catch(() => ({})),
  select: parseSettings,
});

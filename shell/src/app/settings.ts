import { loadQuery } from '@mainstay/web-kit';
import { queryOptions } from '@tanstack/react-query';

/** Run-time settings, served by the gateway and never compiled in. */
export interface Settings {
  brandName: string;
  /** The http or https URL of the profile's account button. */
  accountSettingsUrl: string;
  /** Whether files and data are kept in the browser, so that the app also starts without a network. */
  offline: boolean;
}

const defaults: Settings = {
  brandName: 'Sandwich Co.',
  accountSettingsUrl: 'https://account.example.com/',
  offline: true,
};

function isWebAddress(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

/** Parses /config.json; missing or invalid members get their defaults. */
export function parseSettings(document: unknown): Settings {
  const { brandName, accountSettingsUrl, offline }: Partial<Record<string, unknown>> =
    typeof document === 'object' && document !== null ? { ...document } : {};
  return {
    brandName: typeof brandName === 'string' && brandName.trim() ? brandName.trim() : defaults.brandName,
    accountSettingsUrl: isWebAddress(accountSettingsUrl) ? accountSettingsUrl : defaults.accountSettingsUrl,
    offline: offline !== false,
  };
}

/**
 * The settings from the document that remotes read under the same query key. A file that was lost once is requested
 * again; without it the page works with the defaults.
 */
export const settingsQuery = queryOptions({
  queryKey: ['/config.json'],
  queryFn: (context) =>
    loadQuery(context)
      .catch(() => loadQuery(context))
      .catch(() => ({})),
  select: parseSettings,
});

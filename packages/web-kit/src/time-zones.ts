import { folded } from './folded.ts';
import { LOCALE } from './locale.ts';

export interface ZoneOption {
  /** IANA name. */
  value: string;
  label: string;
}

export const zoneLabel = (name: string): string => name.replaceAll('_', ' ');

/**
 * All time zones by name.
 * @param known names that this browser may know under another one
 */
export const timeZoneOptions = (...known: (string | undefined)[]): ZoneOption[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), ...known.filter((name) => name !== undefined)])]
    .toSorted()
    .map((value) => ({ value, label: zoneLabel(value) }));

/** What people call a zone in English, in summer and in winter: `Eastern Time`, `EST`. */
const kinds = ['longGeneric', 'long', 'short'] as const;
const seasons = [new Date(2024, 0, 1), new Date(2024, 6, 1)];
const englishNames = new Map<string, readonly string[]>();

function englishOf(zone: string): readonly string[] {
  let names = englishNames.get(zone);
  if (names === undefined) {
    names = kinds.flatMap((timeZoneName) => {
      const format = new Intl.DateTimeFormat(LOCALE, { timeZone: zone, timeZoneName });
      return seasons.map((at) =>
        folded(format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''),
      );
    });
    englishNames.set(zone, names);
  }
  return names;
}

/** Where the cities of zones are. An old or a new name of a zone leads to the one that this browser has. */
const regions =
  ' Africa/ America/ America/Argentina/ America/Indiana/ America/Kentucky/ Antarctica/ Asia/ Atlantic/ Australia/ Canada/ Europe/ Indian/ Pacific/ US/'.split(
    ' ',
  );
const sameZones = new Map<string, ReadonlySet<string>>();

/** The zones that a typed name is an old or a new name of. */
function zonesNamed(text: string): ReadonlySet<string> {
  let found = sameZones.get(text);
  if (!found) {
    const name = text.trim().replaceAll(/\s+/g, '_');
    found = new Set(regions.flatMap((region) => canonicalOf(`${region}${name}`) ?? []));
    sameZones.set(text, found);
  }
  return found;
}

function canonicalOf(zone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat(LOCALE, { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/**
 * Whether a search finds the option of a zone: by a part of its name, by any of its names in full, or by its English
 * names. For antd's `filterOption`.
 */
export function matchesZone(text: string, option: { value?: unknown } | undefined): boolean {
  const zone = option?.value;
  if (typeof zone !== 'string') return false;
  const wanted = folded(text.trim());
  if (folded(zoneLabel(zone)).includes(wanted) || folded(zone).includes(wanted)) return true;
  const canonical = canonicalOf(zone);
  return (
    (canonical !== undefined && zonesNamed(text).has(canonical)) ||
    englishOf(zone).some((name) => name.startsWith(wanted))
  );
}

import { strings } from '../strings.ts';

const label = (name: string) => name.replaceAll('_', ' ');

/**
 * All time zones by name, with the browser's first. @param chosen the zone of the settings, which this browser may know under
 * another name
 */
export function timeZoneOptions(browserZone: string, chosen: string): { value: string; label: string }[] {
  const others = new Set([...Intl.supportedValuesOf('timeZone'), chosen]);
  others.delete(browserZone);
  return [
    { value: browserZone, label: strings.settings.thisDevice(label(browserZone)) },
    ...[...others].toSorted().map((value) => ({ value, label: label(value) })),
  ];
}

import { timeZoneOptions as allZones, zoneLabel, type ZoneOption } from '@mainstay/web-kit';
import { strings } from '../strings.ts';

/**
 * All time zones by name, with the browser's first.
 * @param chosen the zone of the settings, which this browser may know under another name
 */
export const timeZoneOptions = (browserZone: string, chosen: string): ZoneOption[] => [
  { value: browserZone, label: strings.settings.thisDevice(zoneLabel(browserZone)) },
  ...allZones(chosen).filter(({ value }) => value !== browserZone),
];

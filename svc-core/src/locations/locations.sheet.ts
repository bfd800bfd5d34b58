import type { Sheet } from '@mainstay/service-kit';
import type { LocationResponse } from './locations.schemas.ts';

/** As on the Locations screen. */
export const locationWords = { status: { active: 'Active', inactive: 'Inactive' } };

/** Has what an import of locations reads: with no change, it changes nothing. */
export const locationsSheet: Sheet<LocationResponse> = {
  name: 'locations',
  columns: {
    'Location Name': ({ name }) => name,
    'Store Number': ({ storeNumber }) => storeNumber,
    'Street Address': ({ address }) => address,
    City: ({ city }) => city,
    State: ({ state }) => state,
    'ZIP Code': ({ zipCode }) => zipCode,
    Phone: ({ phone }) => phone,
    Status: ({ status }) => locationWords.status[status],
    'Time Zone': ({ timezone }) => timezone,
    'External ID': ({ externalId }) => externalId,
  },
};

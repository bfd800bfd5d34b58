import {
  choice,
  csvFormat,
  exactText,
  pageQuery,
  responseId,
  responseInstant,
  roles,
} from '@mainstay/service-kit';
import { z } from 'zod';
import { reference } from '../fields/reference.ts';
import { searchText } from '../fields/search-text.ts';
import { lastNameKeys } from '../lists/people-order.ts';
import { locationName } from '../locations/location-names.ts';
import { locationResponse } from '../locations/locations.schemas.ts';

export const managerResponse = z
  .object({
    id: responseId,
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    profileImageUrl: z.string().nullable(),
    role: z.enum(roles),
    active: z.boolean(),
    createdAt: responseInstant,
    updatedAt: responseInstant,
    locationCount: z.int(),
    locations: z.array(locationName),
  })
  .meta({
    id: 'ManagerResponse',
    description: 'An employee with the locations assigned to them.',
    examples: [
      {
        id: '01a1fdf2-77aa-7d20-8e19-6c0b94d1ab03',
        email: 'tom.okafor@example.com',
        firstName: 'Tom',
        lastName: 'Okafor',
        profileImageUrl: null,
        role: 'district_manager',
        active: true,
        createdAt: '2026-03-05T15:04:00.000Z',
        updatedAt: '2026-03-05T15:04:00.000Z',
        locationCount: 1,
        locations: [{ id: '01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01', name: 'Harbour Street' }],
      },
    ],
  });

export const assignedLocationResponse = locationResponse
  .pick({ id: true, storeNumber: true, address: true, city: true, state: true, zipCode: true, status: true })
  .meta({
    id: 'AssignedLocationResponse',
    description: 'A location assigned to the current user.',
    examples: [
      {
        id: '01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01',
        storeNumber: 'ME-014',
        address: '12 Harbour Street',
        city: 'Portland',
        state: 'ME',
        zipCode: '04101',
        status: 'active',
      },
    ],
  });

export const assignLocationRequest = z.strictObject({ managerId: reference, locationId: reference }).meta({
  id: 'AssignLocationRequest',
  examples: [
    { managerId: '01a1fdf2-77aa-7d20-8e19-6c0b94d1ab03', locationId: '01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01' },
  ],
});

export const assignmentResponse = z
  .object({ id: responseId, managerId: responseId, locationId: responseId, assignedAt: responseInstant })
  .meta({
    id: 'AssignmentResponse',
    description: 'The assignment of a location to an employee.',
    examples: [
      {
        id: '01a1fdf3-7d08-7c9b-9e61-d28f5b4a1c07',
        managerId: '01a1fdf2-77aa-7d20-8e19-6c0b94d1ab03',
        locationId: '01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01',
        assignedAt: '2026-03-05T15:04:00.000Z',
      },
    ],
  });

export const listManagersQuery = z.strictObject({
  ...pageQuery(lastNameKeys),
  ...csvFormat,
  role: choice(roles).optional(),
  active: choice(['true', 'false'])
    .transform((word) => word === 'true')
    .optional()
    .meta({ description: 'Only active or only deactivated ones.' }),
  q: searchText.meta({ description: 'Part of the name or the e-mail, without regard to case and accents.' }),
});
/** Store number, which is unique. */
export const listAssignedLocationsQuery = z.strictObject(pageQuery(z.tuple([exactText])));

export type ManagerResponse = z.infer<typeof managerResponse>;
export type AssignedLocationResponse = z.infer<typeof assignedLocationResponse>;
export type AssignLocationRequest = z.infer<typeof assignLocationRequest>;
export type AssignmentResponse = z.infer<typeof assignmentResponse>;
export type ListManagersQuery = z.infer<typeof listManagersQuery>;
export type ListAssignedLocationsQuery = z.infer<typeof listAssignedLocationsQuery>;

import { idSchema, roles, storedText } from '@mainstay/service-kit';
import { z } from 'zod';
import { answeredInstant } from '../fields/instant.ts';
import { answeredId, reference } from '../fields/reference.ts';
import { pageQuery } from '../lists/page.ts';
import { locationName, locationResponse } from '../locations/locations.schemas.ts';

export const managerResponse = z
  .object({
    id: answeredId,
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    profileImageUrl: z.string().nullable(),
    role: z.enum(roles),
    active: z.boolean(),
    createdAt: answeredInstant,
    updatedAt: answeredInstant,
    locationCount: z.int(),
    locations: z.array(locationName),
  })
  .meta({ id: 'ManagerResponse', description: 'An employee with the locations assigned to them.' });

export const assignedLocationResponse = locationResponse
  .pick({ id: true, storeNumber: true, address: true, city: true, state: true, zipCode: true, status: true })
  .meta({ id: 'AssignedLocationResponse', description: 'A location assigned to the current user.' });

export const assignLocationRequest = z
  .strictObject({ managerId: reference, locationId: reference })
  .meta({ id: 'AssignLocationRequest' });

export const assignmentResponse = z
  .object({ id: answeredId, managerId: answeredId, locationId: answeredId, assignedAt: answeredInstant })
  .meta({ id: 'AssignmentResponse', description: 'That a location is assigned to an employee.' });

/** Last name, first name, id. */
export const listManagersQuery = z.strictObject(pageQuery(z.tuple([storedText, storedText, idSchema])));
/** Store number, which is unique. */
export const listAssignedLocationsQuery = z.strictObject(pageQuery(z.tuple([storedText])));

export type ManagerResponse = z.infer<typeof managerResponse>;
export type AssignedLocationResponse = z.infer<typeof assignedLocationResponse>;
export type AssignLocationRequest = z.infer<typeof assignLocationRequest>;
export type AssignmentResponse = z.infer<typeof assignmentResponse>;
export type ListManagersQuery = z.infer<typeof listManagersQuery>;
export type ListAssignedLocationsQuery = z.infer<typeof listAssignedLocationsQuery>;

import type { Sheet } from '@mainstay/service-kit';
import type { ManagerResponse } from './assignments.schemas.ts';

/** As on the Employees screen. */
const roleNames = { admin: 'Admin', district_manager: 'District Manager' };

/** Without times: an employee is in no time zone. */
export const managersSheet: Sheet<ManagerResponse> = {
  name: 'employees',
  columns: {
    'First Name': ({ firstName }) => firstName,
    'Last Name': ({ lastName }) => lastName,
    Email: ({ email }) => email,
    Role: ({ role }) => roleNames[role],
    Status: ({ active }) => (active ? 'Active' : 'Inactive'),
    Locations: ({ locations }) => locations.map(({ name }) => name).join('; '),
  },
};

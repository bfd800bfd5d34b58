import { type Employee } from '../src/employees/employees.queries.ts';

/** An active district manager without locations. */
export function employee(firstName: string, lastName: string, given: Partial<Employee> = {}): Employee {
  return {
    id: crypto.randomUUID(),
    email: `${firstName.toLowerCase()}@sandwich.example`,
    firstName,
    lastName,
    profileImageUrl: null,
    role: 'district_manager',
    active: true,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    locationCount: 0,
    locations: [],
    ...given,
  };
}

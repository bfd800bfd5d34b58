/** Everyone's password in the demo data; the console prints it. */
export const DEMO_PASSWORD = 'mainstay-demo';

/** An employee of the demo chain and the numbers of their stores. */
export interface DemoPerson {
  email: string;
  firstName: string;
  lastName: string;
  role: 'admin' | 'district_manager';
  active: boolean;
  stores: string[];
}

const administrator = (email: string, firstName: string, lastName: string): DemoPerson => ({
  email: `${email}@example.com`,
  firstName,
  lastName,
  role: 'admin',
  active: true,
  stores: [],
});

const manager = (email: string, firstName: string, lastName: string, stores: string[]): DemoPerson => ({
  ...administrator(email, firstName, lastName),
  role: 'district_manager',
  stores,
});

/** Registers the others. */
export const admin = administrator('admin', 'Dana', 'Whitfield');

export const managers = [
  manager('manager', 'Marcus', 'Bell', ['0112', '0118', '0207']),
  manager('manager2', 'Priya', 'Raman', ['0301', '0304']),
  manager('elena.torres', 'Elena', 'Torres', ['0415', '0422']),
  manager('tom.okafor', 'Tom', 'Okafor', ['0503', '0422']),
  manager('nina.kowalski', 'Nina', 'Kowalski', ['0112', '0118']),
  { ...manager('sam.lindqvist', 'Sam', 'Lindqvist', ['0611']), active: false },
];

/** Everyone but {@link admin}; Renee coordinates the repairs of the whole chain. */
export const employees = [administrator('renee.castillo', 'Renee', 'Castillo'), ...managers];

/** Who has an account at the company of `npm start -- --with-sso`: two employees, and somebody who is none. */
export const companyPeople = [
  ...[admin, ...managers.slice(0, 1)].map(({ email, firstName, lastName, role }) => ({
    sub: firstName.toLowerCase(),
    email,
    name: `${firstName} ${lastName}`,
    groups: role === 'admin' ? ['mainstay-admins'] : [],
  })),
  { sub: 'robin', email: 'robin.stranger@example.com', name: 'Robin Stranger', groups: [] },
];

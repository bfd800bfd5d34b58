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

export const admin: DemoPerson = {
  email: 'admin@example.com',
  firstName: 'Dana',
  lastName: 'Whitfield',
  role: 'admin',
  active: true,
  stores: [],
};

const manager = (email: string, firstName: string, lastName: string, stores: string[]): DemoPerson => ({
  email: `${email}@example.com`,
  firstName,
  lastName,
  role: 'district_manager',
  active: true,
  stores,
});

export const managers: DemoPerson[] = [
  manager('manager', 'Marcus', 'Bell', ['0112', '0118', '0207']),
  manager('manager2', 'Priya', 'Raman', ['0301', '0304']),
  manager('elena.torres', 'Elena', 'Torres', ['0415', '0422']),
  manager('tom.okafor', 'Tom', 'Okafor', ['0503', '0422']),
  { ...manager('sam.lindqvist', 'Sam', 'Lindqvist', ['0611']), active: false },
];

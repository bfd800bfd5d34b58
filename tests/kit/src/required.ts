/**
 * A setting of the environment.
 * @throws when it is not set
 */
export function required(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`${name} is not set`);
  return value;
}

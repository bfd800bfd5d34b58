import { expect, it } from '@jest/globals';
import { describeDomain, Refusal } from '../src/domain.ts';

it('derives every name from one', () => {
  expect(describeDomain({ name: 'spare-parts' })).toEqual({
    name: 'spare-parts',
    Name: 'SpareParts',
    nameCamel: 'spareParts',
    schema: 'spare_parts',
    nouns: 'spare parts',
    noun: 'spare part',
    title: 'Spare parts',
    entity: 'spare-part',
    Entity: 'SparePart',
    camel: 'sparePart',
    entityWord: 'spare_part',
  });
  const domain = describeDomain({ name: 'staff', title: 'Our staff', entity: 'staff-member' });
  expect(domain).toMatchObject({ title: 'Our staff', Entity: 'StaffMember', noun: 'staff member' });
});

it.each([
  ['equipment', 'equipment'],
  ['supplies', 'supply'],
  ['boxes', 'box'],
  ['leases', 'lease'],
  ['glass', 'glass'],
])('of %s, one is %s', (name, entity) => {
  expect(describeDomain({ name }).entity).toBe(entity);
});

it.each(['x', 'Suppliers', 'spare_parts', '2nd', 'spare--parts', 'parts-', 'a'.repeat(32), '../etc', ''])(
  'refuses the name "%s"',
  (name) => {
    expect(() => describeDomain({ name })).toThrow(/must be 2 to 31 lowercase letters/);
  },
);

it.each([
  ['api', 'The address /api is reserved.'],
  ['auth', 'The address /auth is reserved.'],
  ['shell', 'The name "shell" is reserved.'],
  ['order', 'The name "order" is reserved.'],
  ['class', 'The name "class" is reserved.'],
  ['queries', 'The entity "query" is reserved.'],
])('refuses %s', (name, message) => {
  expect(() => describeDomain({ name })).toThrow(new Refusal(message));
});

it.each(['', ' ', "Bob's", 'x'.repeat(41), '<b>'])('refuses the title "%s"', (title) => {
  expect(() => describeDomain({ name: 'suppliers', title })).toThrow(/must be 1 to 40 characters/);
});

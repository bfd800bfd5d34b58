import { expect, it } from '@jest/globals';
import { limitsModule } from './openapi-limits.ts';

it('writes a constant for each request and nothing else', () => {
  const text = { type: 'string', minLength: 1, maxLength: 5, description: 'Short.' };
  const module = limitsModule({
    CreateThingRequest: { properties: { name: text, note: { type: 'string' } }, required: ['name'] },
    ThingResponse: { properties: { name: text } },
  });
  expect(module.match(/export const \w+/g)).toEqual(['export const createThingRequest']);
  expect(module).toContain('{"name":{"required":true,"minLength":1,"maxLength":5},"note":{}} as const;');
});

import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { errorsOf, itRejects, type Row, useOwnCoreService } from './core-service.ts';
import { importsOf } from './import-calls.ts';

const core = useOwnCoreService({ WRITES_PER_MINUTE_AND_ADDRESS: '1000000' });
const taken = { externalId: ['This external id is taken.'] };
const found = async (address: string, user = core.admin): Promise<unknown[]> =>
  ((await core.as(user).get(address)).body as Row[]).map(({ id }) => id);

describe.each(['tickets', 'equipment', 'locations'])('external ids of %s', (path) => {
  it('make one of fifty at once, and the others know it', async () => {
    const sent = Array.from(
      { length: 50 },
      (_, at) => `  Alarm${at % 2 ? '-' : '\u2011'}${path} ${at % 3 ? 'x' : 'X'}`,
    );
    const responses = await Promise.all(sent.map((externalId) => core.post(path, { externalId })));
    const [made, ...others] = responses.toSorted((one, other) => one.status - other.status);
    const { id } = z.object({ id: z.string() }).parse(made?.body);
    expect(made?.status).toBe(201);
    expect(others.map(({ status, body }) => [status, (body as Row)['existingId']])).toEqual(
      others.map(() => [409, id]),
    );
    expect(others.map(errorsOf)).toEqual(others.map(() => taken));
    const asked = encodeURIComponent(`ALARM-${path}  x`);
    expect(await found(`/api/${path}?externalId=${asked}`)).toEqual([id]);
    expect(await found(`/api/${path}?externalId=${asked}1`)).toEqual([]);
  });

  it('are kept, changed and emptied, and then free', async () => {
    const { id, externalId } = await core.create(path, { externalId: ' Own 1 ' });
    const other = await core.create(path, { externalId: `${path} 2` });
    const patch = (of: string, change: object) => core.send('patch', `/api/${path}/${of}`, change);
    expect([externalId, (await patch(id, { externalId: 'own  1' })).body]).toMatchObject([
      'Own 1',
      { externalId: 'own  1' },
    ]);
    const refused = await patch(other.id, { externalId: 'OWN 1' });
    expect([refused.status, errorsOf(refused), refused.body]).toMatchObject([409, taken, { existingId: id }]);
    expect((await patch(id, { externalId: null })).body).toMatchObject({ externalId: null });
    expect((await patch(other.id, { externalId: 'OWN 1' })).status).toBe(200);
  });

  itRejects(
    (externalId: unknown) => core.post(path, { externalId }),
    [
      ['one of spaces alone', ' \u200b ', { externalId: ['Must not be empty.'] }],
      ['a long one', 'x'.repeat(121), { externalId: ['At most 120 characters.'] }],
      ['a number', 7, { externalId: ['Must be text.'] }],
    ],
  );

  it('repeats what the previous release stored, which knew none', async () => {
    const body = core.bodyOf(path);
    const send = () =>
      core.as(core.admin).post(`/api/${path}`).set('Idempotency-Key', `of-before-${path}`).send(body);
    const first = await send();
    await core.query(`UPDATE core.idempotency_keys SET answer = answer #- '{answer,externalId}'`);
    const second = await send();
    expect([second.status, second.body]).toEqual([201, first.body]);
  });
});

it.each(['tickets', 'equipment'])(
  'the one of %s in a store that is not visible is not named',
  async (path) => {
    const { id } = await core.create(path, { externalId: 'Hidden', locationId: core.storeB });
    const refused = await core.post(path, { externalId: 'hidden' }, core.managerA);
    expect([refused.status, 'existingId' in (refused.body as Row)]).toEqual([409, false]);
    expect(await found(`/api/${path}?externalId=hidden`, core.managerA)).toEqual([]);
    expect(await found(`/api/${path}?externalId=hidden`, core.managerB)).toEqual([id]);
  },
);

it('finds what is at an archived store, and equipment by its serial', async () => {
  const { id: locationId } = await core.create('locations', { externalId: 'Old store' });
  const more = { locationId, externalId: 'Old' };
  const ticket = await core.create('tickets', more);
  const machine = await core.create('equipment', { ...more, serial: 'SN-9' });
  expect(await found('/api/equipment?serial=sn\u20119'.replace('\u2011', '%E2%80%91'))).toEqual([machine.id]);
  await core.send('post', `/api/locations/${locationId}/archive`, {});
  expect(await found('/api/tickets?externalId=old')).toEqual([ticket.id]);
  expect(await found('/api/equipment?externalId=old')).toEqual([machine.id]);
  expect(await found('/api/locations?externalId=old+store')).toEqual([locationId]);
  expect(await found('/api/locations?externalId=old+store&archived=false')).toEqual([]);
});

it('are a column of exports and imports', async () => {
  const { plan, rowsOf, apply, applied } = importsOf(core);
  const { id: other } = await core.create('equipment', {
    name: 'Oven',
    serial: 'O-1',
    externalId: 'sensor-1',
  });
  const file = (...rows: string[]) => ['storeNumber,name,category,serial,externalId', ...rows].join('\n');
  const planned = await plan(
    'equipment',
    file('A-1,Oven,cooking,O-1,Sensor-1', 'A-1,Grill,cooking,G-1,sensor-2', 'A-1,Mixer,cooking,M-1,SENSOR-1'),
  );
  await apply(planned.id);
  await applied(planned.id);
  const rows = await rowsOf(planned.id);
  expect(rows.map(({ outcome, errors }) => [outcome, ...errors.map(({ message }) => message)])).toEqual([
    ['applied'],
    ['applied'],
    ['conflict', 'This external id is taken.'],
  ]);
  const lines = await core.csv(core.admin, '/api/equipment?format=csv&q=A-1');
  expect(lines.filter((line) => /ensor/.test(line)).map((line) => line.split(',').at(-1))).toEqual([
    'sensor-2',
    'Sensor-1',
  ]);
  const again = await plan('equipment', file('A-1,Oven,,O-1,-', 'A-1,Grill,,G-1,sensor-2'));
  expect((await rowsOf(again.id)).map(({ action, changes }) => [action, changes])).toEqual([
    ['update', [{ field: 'externalId', from: 'Sensor-1', to: null }]],
    ['unchanged', []],
  ]);
  expect((await core.as(core.admin).get(`/api/equipment/${other}`)).body).toMatchObject({
    externalId: 'Sensor-1',
  });
});

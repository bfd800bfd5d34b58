import { beforeEach, describe, expect, it } from '@jest/globals';
import { Transactions } from '@mainstay/service-kit';
import type { TestUser } from '@mainstay/service-kit/testing';
import { SettingsRepository } from '../src/settings/settings.repository.ts';
import { useService } from './running-service.ts';
import { aStore, insertRow } from './rows.ts';
import { defaults } from './settings-body.ts';

const service = useService();
let eve: TestUser;
beforeEach(async () => {
  eve = await service.createUser('district_manager');
});

const chosen = {
  kinds: {
    assigned: { inApp: false, email: 'off' },
    mentioned: { inApp: true, email: 'digest' },
    reported: { inApp: false, email: 'now' },
    commented: { inApp: true, email: 'now' },
    status_changed: { inApp: true, email: 'digest' },
    at_risk: { inApp: true, email: 'now' },
    overdue: { inApp: false, email: 'digest' },
    escalated: { inApp: true, email: 'off' },
    approval_needed: { inApp: false, email: 'digest' },
    approval_decided: { inApp: true, email: 'now' },
    check_failed: { inApp: false, email: 'now' },
    vendor_answered: { inApp: true, email: 'off' },
    vendor_done: { inApp: false, email: 'digest' },
  },
  quietHours: { from: '22:00', to: '06:30' },
  digestTime: '17:45',
  timeZone: 'Europe/Lisbon',
  pausedUntil: '2026-12-24T12:00:00.000Z',
};
const path = '/api/notification-settings';
const get = (user = eve) => service.as(user).get(path);
const put = (body: object, headers: Record<string, string> = {}) =>
  service.as(eve).put(path).set(headers).send(body);
const turnMailOff = () =>
  service.app
    .get(Transactions)
    .run((transaction) =>
      service.app.get(SettingsRepository).turnMailOff(transaction, eve.userId, 'mentioned'),
    );
const tag = (response: { headers: Record<string, unknown> }): string => String(response.headers['etag']);

describe('GET /api/notification-settings', () => {
  it('returns the defaults to who has chosen nothing', async () => {
    const response = await get();
    expect([response.status, response.body, tag(response)]).toEqual([200, defaults, '"0"']);
  });
});

describe('the time zone of who has chosen none', () => {
  const store = async (timezone: string) =>
    insertRow(service.backends.admin, 'core.locations', { ...aStore(), timezone });
  const assign = async (...zones: string[]) => {
    for (const zone of zones) {
      const columns = { manager_id: eve.userId, location_id: await store(zone) };
      await insertRow(service.backends.admin, 'core.manager_assignments', columns);
    }
  };
  const visit = (zone: string, page = '/api/inbox/summary') =>
    service.as().get(page).set('Cookie', `sidebar_state=true; time_zone=${zone}; ${eve.cookie}`);
  const zone = async (): Promise<string> =>
    (await service.app.get(SettingsRepository).read(eve.userId)).body.timeZone;

  it.each<[string, string[], string | null, string]>([
    ['of their store', ['America/Los_Angeles'], null, 'America/Los_Angeles'],
    ['of all their stores', ['Pacific/Honolulu', 'Pacific/Honolulu'], 'Asia/Tokyo', 'Pacific/Honolulu'],
    [
      'of their browser with stores of two',
      ['America/Chicago', 'America/Denver'],
      'Asia/Tokyo',
      'Asia/Tokyo',
    ],
    [
      'of their browser without stores',
      [],
      'America/Argentina/Buenos_Aires',
      'America/Argentina/Buenos_Aires',
    ],
    ['of the service for an unknown one', [], 'Europe/Atlantis', 'America/New_York'],
    ['of the service for what is none', [], '+02:00', 'America/New_York'],
    ['of the service without any', ['America/Chicago', 'America/Denver'], null, 'America/New_York'],
  ])('is that %s', async (_what, zones, browser, expected) => {
    await assign(...zones);
    if (browser !== null) expect((await visit(browser)).status).toBe(200);
    expect(await zone()).toBe(expected);
  });

  it('follows the browser and the stores until one is chosen, also after mail was turned off by its link', async () => {
    expect((await visit('Asia/Tokyo', path)).body).toMatchObject({ timeZone: 'Asia/Tokyo' });
    await turnMailOff();
    await visit('Europe/Lisbon');
    expect(await zone()).toBe('Europe/Lisbon');
    await assign('America/Los_Angeles');
    expect(await zone()).toBe('America/Los_Angeles');
    await put(chosen);
    await visit('Asia/Tokyo');
    await turnMailOff();
    expect(await zone()).toBe(chosen.timeZone);
  });
});

describe('PUT /api/notification-settings', () => {
  const { kinds, ...others } = chosen;
  it.each<[string, string, object]>([
    ['kinds.rained', 'an unknown kind', { ...others, kinds: { ...kinds, rained: kinds.assigned } }],
    ['kinds.assigned.inApp', 'no channel', { ...others, kinds: { ...kinds, assigned: { email: 'off' } } }],
    [
      'kinds.assigned.email',
      'an unknown time of mail',
      { ...others, kinds: { ...kinds, assigned: { inApp: true, email: 'weekly' } } },
    ],
    ['kinds', 'no kinds', others],
    ['quietHours', 'no quiet hours', { ...chosen, quietHours: undefined }],
    ['quietHours.to', 'one end of the quiet hours', { ...chosen, quietHours: { from: '22:00' } }],
    [
      'quietHours.to',
      'quiet hours of the whole day',
      { ...chosen, quietHours: { from: '22:00', to: '22:00' } },
    ],
    ['quietHours.from', 'no time of day', { ...chosen, quietHours: { from: '24:00', to: '06:00' } }],
    ['digestTime', 'no time of day', { ...chosen, digestTime: '7:00' }],
    ['digestTime', 'seconds', { ...chosen, digestTime: '07:00:00' }],
    ['timeZone', 'an unknown time zone', { ...chosen, timeZone: 'Europe/Atlantis' }],
    ['timeZone', 'an offset', { ...chosen, timeZone: '+02:00' }],
    ['pausedUntil', 'no moment', { ...chosen, pausedUntil: 'tomorrow' }],
    ['mute', 'an unknown field', { ...chosen, mute: true }],
  ])('returns 400 on %s for %s', async (field, _what, body) => {
    const response = await put(body);
    expect([response.status, response.body]).toMatchObject([
      400,
      { errors: { [field]: [expect.any(String)] } },
    ]);
    expect((await get()).body).toEqual(defaults);
  });

  it('replaces all settings, only one’s own, and can be repeated', async () => {
    const first = await put(chosen);
    expect([first.status, first.body, tag(first)]).toEqual([200, chosen, '"1"']);
    expect((await put(chosen)).body).toEqual(chosen);
    expect((await get()).body).toEqual(chosen);
    expect((await get(service.manager)).body).toEqual(defaults);
    expect((await get(service.admin)).body).toEqual(defaults);
    expect((await put(defaults)).body).toEqual(defaults);
  });

  it('leaves the kinds as they are that it does not name', async () => {
    const { assigned } = kinds;
    const one = { ...others, kinds: { assigned } };
    expect((await put(one)).body).toEqual({ ...chosen, kinds: { ...defaults.kinds, assigned } });
    expect((await put({ ...others, kinds: {} })).body).toMatchObject({ kinds: { assigned } });
    await put(chosen);
    expect((await put(one)).body).toEqual(chosen);
    expect((await put({ ...others, kinds: {} })).body).toEqual(chosen);
    expect((await get()).body).toEqual(chosen);
  });

  it('returns 412 for another version than the current one, also before the first change', async () => {
    expect((await put(chosen, { 'If-Match': '"1"' })).status).toBe(412);
    expect((await get()).body).toEqual(defaults);
    expect((await put(chosen, { 'If-Match': '"0"' })).status).toBe(200);
    expect((await put(defaults, { 'If-Match': '"0"' })).status).toBe(412);
    expect((await get()).body).toEqual(chosen);
    const { headers } = await get();
    expect((await put(defaults, { 'If-Match': String(headers['etag']) })).status).toBe(200);
  });

  it('of ten first changes at once with the same version, one succeeds', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => put(chosen, { 'If-Match': '"0"' })));
    expect(responses.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 412),
    ]);
  });
});

describe('settings of several users', () => {
  it('are read at once, with defaults', async () => {
    await put(chosen);
    const settings = service.app.get(SettingsRepository);
    const found = await settings.of([eve.userId, service.admin.userId]);
    expect(found.get(eve.userId)).toEqual({ ...chosen, pausedUntil: new Date(chosen.pausedUntil) });
    expect(found.get(service.admin.userId)).toEqual(defaults);
    expect(await settings.of([])).toEqual(new Map());
  });

  it('are changed by turning the mail of one kind off, which is a new version', async () => {
    await turnMailOff();
    const first = await get();
    const expected = { ...defaults, kinds: { ...defaults.kinds, mentioned: { inApp: true, email: 'off' } } };
    expect([first.body, tag(first)]).toEqual([expected, '"1"']);
    await put(chosen);
    await turnMailOff();
    const changed = await get();
    expect(changed.body).toMatchObject({ kinds: { mentioned: { inApp: true, email: 'off' } } });
    await turnMailOff();
    expect(tag(await get())).toBe(tag(changed));
  });
});

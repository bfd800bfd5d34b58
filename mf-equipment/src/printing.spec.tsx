import { fakeApi, problem, renderWithProviders, returns } from '@mainstay/web-kit/testing';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { dialogTitled } from '../test/dialog-titled.ts';
import { code, equipment, harbor, intakeCode, location } from '../test/fixtures.ts';
import { type Equipment } from './api/core.ts';
import { EquipmentScreen } from './equipment-screen.tsx';

const secret = (letter: string) => letter.repeat(26);
const fryer = equipment('Fryer 1', { code: code() });
const oven = equipment('Oven');
const slicer = equipment('Slicer');
const all = [fryer, oven, slicer];

interface Call {
  call: string;
  body?: unknown;
  key?: string | null;
}
let calls: Call[];

/** The body of a request that makes a code. */
const bodyOf = async (request: Request): Promise<unknown> => request.json();

const api = fakeApi(
  returns('/config.json', { publicUrl: 'https://stores.example.com' }),
  returns('/api/equipment', all),
  returns('/api/locations', [location(harbor)]),
  returns('/api/intake-codes', []),
  http.post('*/api/intake-codes', async ({ request }) => {
    const body = await bodyOf(request);
    calls.push({ call: 'create', body, key: request.headers.get('idempotency-key') });
    return HttpResponse.json({ ...intakeCode(), code: secret('a') }, { status: 201 });
  }),
  http.post('*/api/intake-codes/:id/rotate', ({ params }) => {
    calls.push({ call: `rotate ${String(params['id'])}` });
    return HttpResponse.json({ ...intakeCode(), code: secret('b') });
  }),
);
const print = jest.fn();
beforeEach(() => {
  calls = [];
  print.mockReset();
  Object.assign(globalThis, { print });
});

async function listed(items: Equipment[] = all) {
  api.use(returns('/api/equipment', items));
  const rendered = renderWithProviders(<EquipmentScreen role="district_manager" />);
  await screen.findByRole('link', { name: items[0]?.name ?? '' });
  return rendered;
}

async function open(button = 'Print stickers of Harbor', items: Equipment[] = all) {
  const { user } = await listed(items);
  await user.click(screen.getByRole('button', { name: button }));
  const dialog = await screen.findByRole('dialog');
  const press = (name: string) => user.click(within(dialog).getByRole('button', { name }));
  return { user, dialog, press };
}

const checkbox = (name: RegExp) => screen.findByRole('checkbox', { name });
const printed = () => [...document.querySelectorAll('.printed p')].map(({ textContent }) => textContent);
const addresses = () => printed().filter((text) => text.includes('/r/'));

describe('choosing', () => {
  it('chooses what has no sticker at first, and not the store itself', async () => {
    const { dialog, press } = await open();
    expect(await checkbox(/^Fryer 1 has a sticker$/)).not.toBeChecked();
    expect(await checkbox(/^Oven$/)).toBeChecked();
    expect(await checkbox(/^The store itself/)).not.toBeChecked();
    expect(dialog).toHaveTextContent('2 of 4 chosen');
    await press('All equipment');
    expect(await checkbox(/^Fryer 1/)).toBeChecked();
    expect(within(dialog).getByRole('button', { name: 'Make 3 stickers' })).toBeEnabled();
    await press('Only without a sticker');
    expect(within(dialog).getByRole('button', { name: 'Make 2 stickers' })).toBeEnabled();
  });

  it('makes nothing without a choice', async () => {
    const { user, dialog } = await open();
    for (const name of [/^Oven/, /^Slicer/]) await user.click(await checkbox(name));
    expect(within(dialog).getByRole('button', { name: 'Make stickers' })).toBeDisabled();
  });

  it('needs a store first, if none is filtered by', async () => {
    const { user, dialog } = await open('Print stickers');
    expect(within(dialog).getByRole('button', { name: 'Make stickers' })).toBeDisabled();
    await user.click(within(dialog).getByRole('combobox', { name: 'Store' }));
    const options = await screen.findAllByRole('option', { name: 'Harbor (#0101)' });
    await user.click(options.at(-1) ?? document.body);
    expect(await checkbox(/^Slicer$/)).toBeChecked();
  });

  it('shows an error if the codes cannot be loaded, and loads on Retry', async () => {
    api.use(http.get('*/api/intake-codes', () => problem(503, 'Later.'), { once: true }));
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await checkbox(/^Oven/)).toBeChecked();
  });
});

describe('making', () => {
  it('makes a code for equipment without one, and prints it with its address', async () => {
    const { press, dialog } = await open();
    await checkbox(/^Oven/);
    await press('Make 2 stickers');
    expect(await screen.findByText('2 stickers on 1 page')).toBeVisible();
    expect(calls.map(({ call, body }) => [call, body])).toEqual([
      ['create', { locationId: harbor.id, equipmentId: oven.id }],
      ['create', { locationId: harbor.id, equipmentId: slicer.id }],
    ]);
    expect(new Set(calls.map(({ key }) => key)).size).toBe(2);
    expect(printed().slice(0, 6)).toEqual([
      'Oven',
      'Store #0101',
      'Harbor',
      'Report a problem',
      'Avise de un problema',
      `stores.example.com/r/${secret('a')}`,
    ]);
    expect(within(dialog).getByRole('img', { name: 'Preview of page 1 of 1' })).toBeVisible();
    expect(within(dialog).getByRole('note')).toHaveTextContent(
      'The stickers lead to stores.example.com, the public address of this system. You opened this page at localhost.',
    );
    await press('Print');
    expect(print).toHaveBeenCalledTimes(1);
  });

  it('asks before it replaces a sticker in use', async () => {
    const { press, dialog } = await open();
    await checkbox(/^Oven/);
    await press('All equipment');
    await press('Make 3 stickers');
    expect(await screen.findByText('Replace 1 sticker?')).toBeVisible();
    expect(dialog).toHaveTextContent('The stickers in use stop working.');
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Fryer 1']);
    expect(calls).toEqual([]);
    await press('Back');
    await press('Make 3 stickers');
    await press('Replace');
    expect(await screen.findByText('3 stickers on 1 page')).toBeVisible();
    expect(calls.map(({ call }) => call)).toEqual([`rotate ${fryer.code?.id}`, 'create', 'create']);
    expect(addresses()[0]).toBe(`stores.example.com/r/${secret('b')}`);
  });

  it('makes the sticker of one piece without a choice, and asks alone where that has one', async () => {
    const { user } = await listed();
    const choose = async (name: string, item: string) => {
      const row = screen.getByRole('link', { name }).closest('tr') ?? document.body;
      await user.click(within(row).getByRole('button', { name: 'More' }));
      await user.click(await screen.findByRole('menuitem', { name: item }));
    };
    await choose('Fryer 1', 'Print a new sticker');
    expect(await screen.findByText('Replace 1 sticker?')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(calls).toEqual([]);
    await choose('Oven', 'Print a sticker');
    expect(await screen.findByText('1 sticker on 1 page')).toBeVisible();
    expect(calls.map(({ body }) => body)).toEqual([{ locationId: harbor.id, equipmentId: oven.id }]);
  });

  it('makes a code of the store itself', async () => {
    const { user, press } = await open();
    await checkbox(/^Oven/);
    for (const name of [/^Oven/, /^Slicer/, /^The store itself/]) await user.click(await checkbox(name));
    await press('Make 1 sticker');
    expect(await screen.findByText('1 sticker on 1 page')).toBeVisible();
    expect(calls.map(({ body }) => body)).toEqual([{ locationId: harbor.id }]);
    expect(printed().slice(0, 2)).toEqual(['Harbor', 'Store #0101']);
  });

  it('makes a sticker that was turned off work again', async () => {
    const off = equipment('Fryer 1', { code: code({ active: false }) });
    const { id = '' } = off.code ?? {};
    api.use(
      http.post(`*/api/intake-codes/${id}/rotate`, () =>
        HttpResponse.json({ ...intakeCode({ active: false }), code: secret('b') }),
      ),
      http.patch(`*/api/intake-codes/${id}`, async ({ request }) => {
        calls.push({ call: 'change', body: await bodyOf(request) });
        return HttpResponse.json(intakeCode());
      }),
    );
    const { press } = await open('Print stickers of Harbor', [off]);
    await checkbox(/^Fryer 1/);
    await press('Make 1 sticker');
    await press('Replace');
    expect(await screen.findByText('1 sticker on 1 page')).toBeVisible();
    expect(calls).toEqual([{ call: 'change', body: { active: true } }]);
  });
});

describe('a failure halfway', () => {
  it('leaves what was made printable, says what failed, and tries that again with the same key', async () => {
    let isBroken = true;
    api.use(
      http.post('*/api/intake-codes', async ({ request }) => {
        const body = await bodyOf(request);
        calls.push({ call: 'create', body, key: request.headers.get('idempotency-key') });
        return isBroken && JSON.stringify(body).includes(oven.id)
          ? problem(503, 'The database is unavailable.')
          : HttpResponse.json({ ...intakeCode(), code: secret('a') }, { status: 201 });
      }),
    );
    const { press, dialog } = await open();
    await checkbox(/^Oven/);
    await press('Make 2 stickers');
    expect(await screen.findByText('1 sticker on 1 page')).toBeVisible();
    expect(within(dialog).getByRole('alert')).toHaveTextContent('1 sticker could not be made');
    expect(dialog).toHaveTextContent('Oven: The database is unavailable.');
    expect(printed()).toContain('Slicer');
    isBroken = false;
    await press('Try again');
    expect(await screen.findByText('2 stickers on 1 page')).toBeVisible();
    expect(within(dialog).queryByRole('alert')).not.toBeInTheDocument();
    const ovens = calls.filter(({ body }) => JSON.stringify(body).includes(oven.id));
    expect(ovens).toHaveLength(2);
    expect(ovens[0]?.key).toBe(ovens[1]?.key);
  });
});

describe('closing', () => {
  async function made() {
    const opened = await open();
    await checkbox(/^Oven/);
    await opened.press('Make 2 stickers');
    await screen.findByText('2 stickers on 1 page');
    return opened;
  }

  it('asks before it forgets codes that were not printed', async () => {
    const { user, dialog, press } = await made();
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
    await press('Done');
    const question = await dialogTitled('Close without printing?');
    expect(question).toHaveTextContent('The codes cannot be shown again.');
    await user.click(within(question).getByRole('button', { name: 'Discard the codes' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(printed()).toEqual([]);
  });

  it('keeps the codes after a print, until somebody says that the stickers came out', async () => {
    const { user, dialog, press } = await made();
    await press('Print');
    await press('Done');
    const question = () => dialogTitled('Did the stickers come out?');
    await user.click(within(await question()).getByRole('button', { name: 'No, keep the codes' }));
    expect(addresses()).toHaveLength(2);
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
    history.back();
    await user.click(within(await question()).getByRole('button', { name: 'Yes, close' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });
});

describe('sheets of labels', () => {
  it('are chosen, with as many stickers to a page as the sheet has', async () => {
    api.use(returns('/api/intake-codes', []));
    const many = Array.from({ length: 25 }, (_, at) => equipment(`Fryer ${at + 1}`));
    const { user, dialog, press } = await open('Print stickers of Harbor', many);
    await screen.findByText('Make 25 stickers');
    await press('Make 25 stickers');
    expect(await screen.findByText('25 stickers on 2 pages')).toBeVisible();
    const choose = async (name: string) => {
      await user.click(within(dialog).getByRole('combobox', { name: 'Sheet' }));
      await user.click((await screen.findAllByRole('option', { name })).at(-1) ?? document.body);
    };
    await choose('Avery 5160, 30 labels on Letter');
    expect(await screen.findByText('25 stickers on 1 page')).toBeVisible();
    await choose('Avery L7159, 24 labels on A4');
    expect(await screen.findByText('25 stickers on 2 pages')).toBeVisible();
  });

  it('have a test print of outlines alone, after which nothing counts as printed', async () => {
    const { press, dialog } = await open();
    await checkbox(/^Oven/);
    await press('Make 2 stickers');
    await screen.findByText('2 stickers on 1 page');
    const outlines = () => document.querySelectorAll('.printed .outline').length;
    print.mockImplementation(() => {
      expect([outlines(), addresses()]).toEqual([24, []]);
    });
    await press('Print a test with outlines');
    expect(print).toHaveBeenCalledTimes(1);
    window.dispatchEvent(new Event('afterprint'));
    await waitFor(() => expect(addresses()).toHaveLength(2));
    await press('Done');
    expect(await dialogTitled('Close without printing?')).toBeVisible();
    expect(dialog).toBeInTheDocument();
  });
});

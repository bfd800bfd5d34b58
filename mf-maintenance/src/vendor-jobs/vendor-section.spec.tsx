import core from '@mainstay/svc-core/openapi.json' with { type: 'json' };
import { exampleOf, problem, renderWithProviders, returns } from '@mainstay/web-kit/testing';
import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { admin, dialogAround, maintenanceApi, returnsTickets, ticket } from '../../test/fixtures.ts';
import { MaintenanceScreen } from '../screen/maintenance-screen.tsx';
import { type Ticket } from '../ticket-data/tickets.queries.ts';
import { type VendorJob } from './vendor-jobs.queries.ts';

const api = maintenanceApi();
const kite = { id: '01890000-0000-7000-8000-0000000000c1', name: 'Kite Repairs' };
const jobOf = (given: Partial<VendorJob> = {}): VendorJob => ({
  ...(exampleOf(core, 'VendorJobResponse') as VendorJob),
  vendorId: kite.id,
  vendor: kite,
  sentAt: '2026-03-05T16:20:31.250Z',
  visitAt: null,
  quotes: [],
  ...given,
});
const quote: VendorJob['quotes'][number] = {
  id: '01890000-0000-7000-8000-0000000000c4',
  jobId: jobOf().id,
  amount: '900.00',
  description: 'A new compressor',
  state: 'open',
  note: null,
  sentBy: 'Lee',
  createdAt: '2026-03-05T17:02:00.000Z',
};

/** Opens a ticket with a vendor, and their work, if there is some. */
async function open(job?: VendorJob, given: Partial<Ticket> = {}) {
  const oven = ticket('Oven', {
    vendorId: kite.id,
    vendor: kite,
    vendorJob: job ? { id: job.id, state: job.state, visitAt: job.visitAt } : null,
    ...given,
  });
  api.use(
    ...returnsTickets(oven),
    returns(`/api/tickets/${oven.id}/vendor-jobs`, job ? [job] : []),
    returns('/api/vendors', [{ ...kite, email: 'help@kite.example' }]),
    returns(`/api/vendors/${kite.id}`, { ...kite, email: 'help@kite.example' }),
  );
  const { user } = renderWithProviders(<MaintenanceScreen user={admin} />);
  await user.click(await screen.findByRole('link', { name: 'Oven' }));
  const section = await screen.findByRole('region', { name: 'Vendor' });
  return { oven, user, section };
}

/** @returns what is sent to `path` */
function takes(path: string, answer: () => Response): unknown[] {
  const sent: unknown[] = [];
  api.use(
    http.post(`*${path}`, async ({ request }) => {
      const text = await request.text();
      sent.push(text === '' ? null : JSON.parse(text));
      return answer();
    }),
  );
  return sent;
}
const button = (section: HTMLElement, name: string) => within(section).findByRole('button', { name });

describe('the vendor of a ticket', () => {
  it('is sent a work order, to the address that they have', async () => {
    const { oven, user, section } = await open();
    const sent = takes(`/api/tickets/${oven.id}/vendor-jobs`, () =>
      HttpResponse.json(jobOf(), { status: 201 }),
    );
    await user.click(await button(section, 'Send to vendor'));
    const form = dialogAround(await screen.findByLabelText('Message'));
    expect(within(form).getByLabelText('E-mail')).toHaveValue('help@kite.example');
    await user.type(within(form).getByLabelText('Message'), 'Call first.');
    await user.click(within(form).getByRole('button', { name: 'Send to vendor' }));
    await waitFor(() => expect(sent).toEqual([{ email: 'help@kite.example', message: 'Call first.' }]));
  });

  it.each([
    ['sent', 'Not answered yet', ['Copy link', 'Send again', 'Withdraw']],
    ['accepted', 'Accepted', ['Copy link', 'Send again', 'Withdraw']],
    ['declined', 'Declined', ['Copy link', 'Withdraw', 'Send to vendor']],
    [
      'done',
      'Done, to be confirmed',
      ['Confirm and complete', 'Send back', 'Copy link', 'Send again', 'Withdraw'],
    ],
    ['confirmed', 'Confirmed', ['Copy link', 'Send to vendor']],
  ] as const)('that is %s', async (state, words, names) => {
    const { section } = await open(jobOf({ state }));
    await button(section, 'Copy link');
    expect(section).toHaveTextContent(words);
    expect(section).toHaveTextContent('Sent to Kite Repairs on Mar 5, 2026');
    const shown = within(section)
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
    expect(shown.toSorted()).toEqual([...names].toSorted());
  });

  it('says when they come, and that a mail was refused', async () => {
    const { section } = await open(
      jobOf({ state: 'accepted', visitAt: '2026-03-06T14:00:00.000Z', mail: 'failed' }),
    );
    expect(await within(section).findByText(/^Visit: .*Mar/)).toBeVisible();
    expect(section).toHaveTextContent('The mail was refused. Check the address, or copy the link.');
  });

  it('is confirmed, or says in words why not', async () => {
    const job = jobOf({ state: 'done' });
    const { user, section } = await open(job);
    const sentence = 'A photo of the finished work is missing.';
    const sent = takes(`/api/vendor-jobs/${job.id}/confirm`, () => problem(409, sentence));
    await user.click(await button(section, 'Confirm and complete'));
    expect(await screen.findByText(new RegExp(sentence))).toBeVisible();
    expect(sent).toHaveLength(1);
  });

  it('gets the work back with a note', async () => {
    const job = jobOf({ state: 'done' });
    const { user, section } = await open(job);
    const sent = takes(`/api/vendor-jobs/${job.id}/return`, () => HttpResponse.json(job));
    await user.click(await button(section, 'Send back'));
    const form = dialogAround(await screen.findByLabelText('Note'));
    await user.type(within(form).getByLabelText('Note'), 'It still hums.');
    await user.click(within(form).getByRole('button', { name: 'Send back' }));
    await waitFor(() => expect(sent).toEqual([{ note: 'It still hums.' }]));
  });

  it.each([
    ['Approve', 'approve'],
    ['Decline', 'decline'],
  ])('asks for more: %s', async (name, decision) => {
    const { user, section } = await open(jobOf({ state: 'accepted', quotes: [quote] }));
    const sent = takes(`/api/vendor-quotes/${quote.id}/decision`, () => HttpResponse.json(quote));
    const group = await within(section).findByRole('group', { name: 'Quotes: $900.00' });
    await user.click(within(group).getByRole('button', { name }));
    await waitFor(() => expect(sent).toEqual([{ decision }]));
  });
});

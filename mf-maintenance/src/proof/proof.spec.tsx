import { problem, renderWithProviders, returns } from '@mainstay/web-kit/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import {
  admin,
  checklistStep,
  dialogAround,
  maintenanceApi,
  manager,
  returnsTickets,
  run,
  takesUploads,
  ticket,
  updated,
} from '../../test/fixtures.ts';
import { MaintenanceScreen } from '../screen/maintenance-screen.tsx';

const api = maintenanceApi();
const leak = ticket('Leak', { completionNote: null });
const photo = new File(['x'], 'drain.png', { type: 'image/png' });
const earlier = new File(['y'], 'flood.png', { type: 'image/png' });
const sentences: Readonly<Record<string, string>> = {
  beforePhoto: 'Add a photo from before the work first.',
  afterPhoto: 'Add a photo of the finished work first.',
  note: 'Say what was done first.',
  checklist: 'Finish the checklist first.',
};

let sent: object[];
let recorded: unknown[];
/** What the service has: it completes the ticket once this is empty, or waived. */
let missing: string[];

beforeEach(() => {
  [sent, recorded, missing] = [[], [], ['afterPhoto', 'note']];
  api.use(
    ...returnsTickets(leak),
    http.patch(`*/api/tickets/${leak.id}`, async ({ request }) => {
      const body = (await request.json()) as { completionNote?: string; waive?: string };
      sent.push(body);
      if (body.completionNote) missing = missing.filter((each) => each !== 'note');
      if (missing.length > 0 && !body.waive) {
        const detail = missing.map((each) => sentences[each]).join(' ');
        return problem(409, detail, undefined, missing);
      }
      const solved = { ...leak, status: 'solved' as const };
      api.use(...returnsTickets(solved));
      return updated(solved);
    }),
    ...takesUploads(leak.id, (body) => {
      recorded.push(body);
      missing = missing.filter((each) => each !== `${body.purpose}Photo`);
    }),
  );
});

/** Completes the ticket on the board by keyboard, as by dragging, and returns the dialog that asks. */
async function complete(person: typeof admin | typeof manager = manager) {
  const { user } = renderWithProviders(<MaintenanceScreen user={person} />, { path: '/tickets' });
  const card = await screen.findByRole('link', { name: 'Leak' });
  act(() => card.focus());
  await user.keyboard(' {ArrowRight}{ArrowRight} ');
  const dialog = dialogAround(await screen.findByText('Show that it is done'));
  const press = (name: string) => user.click(within(dialog).getByRole('button', { name }));
  return { user, dialog, press };
}

describe('a ticket that something is missing of', () => {
  it('is completed with a photo and a note, which the dialog asks for', async () => {
    const { user, dialog, press } = await complete();
    expect(dialog).toHaveTextContent(`${sentences['afterPhoto']} ${sentences['note']}`);
    expect(within(dialog).queryByLabelText('Photo from before')).not.toBeInTheDocument();
    expect(within(dialog).queryByRole('button', { name: 'Complete without' })).not.toBeInTheDocument();
    await press('Complete');
    expect(await within(dialog).findByText('What was done is required')).toBeVisible();
    await user.type(within(dialog).getByLabelText('What was done'), 'New fuse');
    await press('Complete');
    expect(await within(dialog).findByText('Photo of the finished work is required')).toBeVisible();
    await user.upload(within(dialog).getByLabelText('Photo of the finished work'), photo);
    await press('Complete');
    expect(await screen.findByText('Ticket updated successfully')).toBeVisible();
    expect(recorded).toEqual([expect.objectContaining({ fileName: 'drain.png', purpose: 'after' })]);
    expect(sent).toEqual([{ status: 'solved' }, { status: 'solved', completionNote: 'New fuse' }]);
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(screen.queryByRole('link', { name: 'Leak' })).not.toBeInTheDocument();
  });

  it('is asked about again where something else is missing by then, and no photo is sent twice', async () => {
    missing = ['afterPhoto'];
    const { user, dialog, press } = await complete();
    await user.upload(within(dialog).getByLabelText('Photo of the finished work'), photo);
    missing = ['beforePhoto', 'afterPhoto'];
    await press('Complete');
    expect(await within(dialog).findByText(sentences['beforePhoto'] ?? '')).toBeVisible();
    await user.upload(within(dialog).getByLabelText('Photo from before'), earlier);
    await press('Complete');
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(recorded).toMatchObject([{ purpose: 'after' }, { purpose: 'before' }]);
  });

  it('keeps the dialog, and says why, if a photo cannot be sent', async () => {
    missing = ['afterPhoto'];
    api.use(...takesUploads(leak.id, () => problem(413, 'The storage is full.')));
    const { user, dialog, press } = await complete();
    await user.upload(within(dialog).getByLabelText('Photo of the finished work'), photo);
    await press('Complete');
    expect(await screen.findByText('413: The storage is full.')).toBeVisible();
    expect(sent).toHaveLength(1);
    expect(within(dialog).getByRole('button', { name: 'Complete' })).toBeEnabled();
  });

  it('is asked for its checklist by its name, which leads to it', async () => {
    missing = ['checklist'];
    const { id, ...opening } = run([checklistStep('Floor')], { ticketId: leak.id });
    api.use(returns('/api/checklist-runs', [{ ...opening, id }]));
    const { dialog } = await complete();
    expect(await within(dialog).findByRole('link', { name: 'Opening check' })).toHaveAttribute(
      'href',
      `/checklists?run=${id}`,
    );
    expect(dialog).toHaveTextContent('Finish the checklist first.');
    expect(dialog).toHaveTextContent('0 of 1');
  });

  it('is completed without it by administrators, who say why', async () => {
    const { user, dialog, press } = await complete(admin);
    await press('Complete without');
    const reason = within(dialog).getByLabelText('Reason');
    await waitFor(() => expect(reason).toHaveFocus());
    await press('Complete without');
    expect(await within(dialog).findByText('Reason is required')).toBeVisible();
    await user.type(reason, 'Camera is broken');
    await press('Complete without');
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(sent[1]).toEqual({ status: 'solved', waive: 'Camera is broken' });
  });

  it('is asked about in its own dialog, too', async () => {
    const { user } = renderWithProviders(<MaintenanceScreen user={manager} />, { path: '/tickets' });
    await user.click(await screen.findByRole('link', { name: 'Leak' }));
    const detail = await screen.findByRole('dialog', { name: 'Leak' });
    await user.click(within(detail).getByRole('combobox', { name: 'Status' }));
    await user.click(await screen.findByRole('option', { name: 'Completed' }));
    expect(await screen.findByText('Show that it is done')).toBeVisible();
    // The dialog says why: there is no toast.
    expect(screen.queryByText(/^409/)).not.toBeInTheDocument();
  });
});

import { problem, renderWithProviders } from '@mainstay/web-kit/testing';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import {
  admin,
  dialogAround,
  harborStreet,
  returnsTickets,
  maintenanceApi,
  manager,
  millRoad,
  report,
  ticket,
  updated,
} from '../../test/fixtures.ts';
import { MaintenanceScreen } from '../screen/maintenance-screen.tsx';
import { detailStrings } from './detail-strings.ts';

const api = maintenanceApi();
const leak = ticket('Leak', {
  priority: 'high',
  location: millRoad,
  notes: 'Ask Ada.',
  completionNote: 'New fuse.',
});
const region = (name: string) => within(screen.getByRole('region', { name }));

beforeEach(() => api.use(...returnsTickets(leak)));

async function openDetail() {
  const rendered = renderWithProviders(<MaintenanceScreen user={admin} />);
  await rendered.user.click(await screen.findByRole('link', { name: leak.title }));
  return { ...rendered, dialog: await screen.findByRole('dialog', { name: leak.title }) };
}

async function choose(user: Awaited<ReturnType<typeof openDetail>>['user'], status: string) {
  await user.click(screen.getByRole('combobox', { name: 'Status' }));
  await user.click(await screen.findByRole('option', { name: status }));
}

const shownStatus = (dialog: HTMLElement) =>
  within(dialog).getByRole('combobox', { name: 'Status' }).parentElement?.title;

describe('the ticket detail', () => {
  it('shows everything about the ticket', async () => {
    const { dialog } = await openDetail();
    for (const text of [
      `ID: ${leak.id}`,
      'PriorityHigh',
      'DescriptionIt hums.',
      'TypeRepair',
      'LocationMill Road',
      'CreatedMarch 5, 2024 3:04 PM',
      'NotesAsk Ada.',
      'What was doneNew fuse.',
    ]) {
      expect(dialog).toHaveTextContent(text);
    }
  });

  it('has links in what people wrote, and to the ticket that it repeats', async () => {
    const pages = ['manual', 'order', 'parts'].map((page) => `https://fryers.example/${page}`);
    const [description = '', notes = '', note = ''] = pages;
    const pause = { reason: 'other', note, since: leak.createdAt, until: null } as const;
    const repeatOf = { id: millRoad.id, number: 1012 };
    api.use(...returnsTickets({ ...leak, description, notes, pause, repeatOf }));
    const { dialog, user } = await openDetail();
    for (const page of pages) expect(await within(dialog).findByRole('link', { name: page })).toBeVisible();
    await user.click(within(dialog).getByRole('link', { name: '#1012' }));
    expect(await screen.findByText(detailStrings.gone)).toBeVisible();
  });

  it('shows a ticket of a service that lacks the new fields yet', async () => {
    const newer = [
      'number',
      'commentCount',
      'watching',
      'via',
      'createdBy',
      'equipmentId',
      'equipment',
      'report',
    ];
    const older = Object.fromEntries(Object.entries(leak).filter(([field]) => !newer.includes(field)));
    api.use(
      http.get('*/api/tickets', ({ request }) => {
        const isListed = new URL(request.url).searchParams.get('status') === leak.status;
        return HttpResponse.json(isListed ? [older] : []);
      }),
      http.get(`*/api/tickets/${leak.id}`, () => HttpResponse.json(older, { headers: { etag: '"1"' } })),
    );
    const { dialog } = await openDetail();
    expect(dialog).toHaveTextContent(`ID: ${leak.id}`);
    expect(dialog).not.toHaveTextContent(/#|undefined/);
    expect(within(dialog).queryByRole('button', { name: 'Watch' })).toBeNull();
    expect(within(dialog).getByRole('button', { name: 'Edit' })).toBeVisible();
  });

  it('shows its purchase order, by which the board finds it, and changes it', async () => {
    const ordered = { ...leak, purchaseOrder: 'PO-77' };
    const sent: unknown[] = [];
    api.use(
      ...returnsTickets(ordered, ticket('Oven')),
      http.patch(`*/api/tickets/${leak.id}`, async ({ request }) => {
        sent.push(await request.json());
        return updated({ ...ordered, purchaseOrder: 'PO-78' });
      }),
    );
    const { user, dialog } = await openDetail();
    expect(dialog).toHaveTextContent('Purchase OrderPO-77');
    await user.click(within(dialog).getByRole('button', { name: 'Edit' }));
    const form = dialogAround(await screen.findByText('Edit Maintenance Ticket'));
    const field = within(form).getByLabelText('Purchase Order');
    fireEvent.change(field, { target: { value: 'x'.repeat(41) } });
    expect(await within(form).findByText('At most 40 characters')).toBeVisible();
    await user.clear(field);
    await user.type(field, 'PO-78');
    await user.click(within(form).getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(sent).toEqual([{ purchaseOrder: 'PO-78' }]));

    await waitFor(() => expect(form).not.toBeInTheDocument());
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await user.type(screen.getByRole('searchbox'), 'po-77');
    await waitFor(() => expect(screen.queryByText('Oven')).not.toBeInTheDocument());
    expect(screen.getByText('Leak')).toBeVisible();
  });

  describe('that was reported by QR code', () => {
    const openReport = async (given: Partial<typeof report> = {}) => {
      api.use(...returnsTickets({ ...leak, via: 'qr', report: { ...report, ...given } }));
      const { dialog, user } = await openDetail();
      const section = await within(dialog).findByRole('region', { name: 'Reported by QR code' });
      return { dialog, user, section };
    };

    it('says who reported it, how bad it is, and how many did', async () => {
      const { section } = await openReport();
      expect(section).toHaveTextContent(
        'Reported by QR code Reported by 3 peopleHow bad it isIt does not workReporterMariaContactmaria@example.com',
      );
      expect(within(section).getByRole('link', { name: 'maria@example.com' })).toHaveAttribute(
        'href',
        'mailto:maria@example.com',
      );
    });

    it('leaves out what is not known, or was erased', async () => {
      const { section } = await openReport({
        reporterName: null,
        contact: null,
        urgency: 'low',
        count: 1,
      });
      expect(section).toHaveTextContent(/^Reported by QR code How bad it isIt can wait$/);
    });
  });

  it('was not reported by QR code if there is no report', async () => {
    const { dialog } = await openDetail();
    await within(dialog).findByRole('textbox', { name: 'Add a comment' });
    expect(dialog).not.toHaveTextContent('Reported by QR code');
    expect(within(dialog).queryByRole('switch')).not.toBeInTheDocument();
  });

  it('renders HTML in texts as plain text', async () => {
    const html = '<img src="x" onerror="alert(1)"><b>Cold</b>';
    api.use(...returnsTickets({ ...leak, description: html, notes: html }));
    const { dialog } = await openDetail();
    expect(dialog).toHaveTextContent(`Description${html}`);
    expect(dialog).toHaveTextContent(`Notes${html}`);
    expect(document.querySelector('b, img')).toBeNull();
  });

  it('hides Notes if there are none', async () => {
    api.use(...returnsTickets({ ...leak, notes: null }));
    const { dialog } = await openDetail();
    expect(dialog).not.toHaveTextContent('Notes');
  });

  it('sends a new status at once, refreshes tickets and stats, and returns the focus to the moved card', async () => {
    const bodies: unknown[] = [];
    api.use(
      http.patch(`*/api/tickets/${leak.id}`, async ({ request }) => {
        bodies.push(await request.json());
        const working = { ...leak, status: 'in_progress' as const };
        api.use(...returnsTickets(working));
        return updated(working);
      }),
    );
    const { user, dialog, queryClient } = await openDetail();
    queryClient.setQueryData(['/api/stats'], { activeTickets: 1 });
    await choose(user, 'Working');
    expect(await screen.findByText('Ticket updated successfully')).toBeVisible();
    expect(bodies).toEqual([{ status: 'in_progress' }]);
    await waitFor(() => expect(region('Working').getByText('Leak')).toBeInTheDocument());
    expect(region('To Acknowledge').queryByText('Leak')).not.toBeInTheDocument();
    expect(queryClient.getQueryState(['/api/stats'])?.isInvalidated).toBe(true);
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.getByRole('link', { name: 'Leak' })).toHaveFocus());
  });

  it('shows the error message and the old status if the change fails', async () => {
    api.use(http.patch('*/api/tickets/:id', () => problem(409, 'Someone else was faster.')));
    const { user, dialog } = await openDetail();
    await choose(user, 'Completed');
    expect(await screen.findByRole('alert')).toHaveTextContent('Error409: Someone else was faster.');
    await waitFor(() => expect(shownStatus(dialog)).toBe('To Acknowledge'));
  });
});

describe('editing a ticket', () => {
  async function openEdit() {
    const opened = await openDetail();
    await opened.user.click(within(opened.dialog).getByRole('button', { name: 'Edit' }));
    const edit = dialogAround(await screen.findByText('Edit Maintenance Ticket'));
    return { ...opened, edit, save: within(edit).getByRole('button', { name: 'Save Changes' }) };
  }

  it("keeps the input and shows the other user's changes after a conflict", async () => {
    api.use(
      http.patch(`*/api/tickets/${leak.id}`, () => {
        const theirs = {
          ...leak,
          title: 'Drip',
          priority: 'low' as const,
          locationId: 'h',
          location: { id: 'h', name: 'Quay', storeNumber: '3', timezone: 'UTC' },
        };
        api.use(...returnsTickets(theirs));
        return problem(412, 'Someone else changed this.');
      }),
    );
    const { user, edit, save } = await openEdit();
    await user.type(within(edit).getByLabelText('Title'), ' below');
    await user.click(save);
    expect(await within(edit).findByRole('radio', { name: 'Theirs Drip' })).not.toBeChecked();
    expect(within(edit).getByText('Priority is now Low')).toBeVisible();
    expect(within(edit).getByText('Location is now Quay')).toBeVisible();
    expect(within(edit).getByLabelText('Title')).toHaveValue('Leak below');
  });
});

it('changes its equipment, and drops that of the store before', async () => {
  const oven = { id: 'oven', name: 'Oven', category: 'cooking', warrantyUntil: null } as const;
  const ofOven = { ...leak, locationId: millRoad.id, equipmentId: oven.id, equipment: oven };
  const sent: unknown[] = [];
  api.use(
    ...returnsTickets(ofOven),
    http.get('*/api/equipment', ({ request }) => {
      const isHere = new URL(request.url).searchParams.get('locationId') === millRoad.id;
      const here = ['Oven', 'Fryer'].map((name) => ({ id: name.toLowerCase(), name, status: 'in_service' }));
      return HttpResponse.json(isHere ? here.map((each) => ({ ...each, location: millRoad })) : []);
    }),
    http.patch(`*/api/tickets/${leak.id}`, async ({ request }) => {
      sent.push(await request.json());
      return updated(ofOven);
    }),
  );
  const { user, dialog } = await openDetail();
  const edit = async (field: string, option: string) => {
    await user.click(within(dialog).getByRole('button', { name: 'Edit' }));
    const form = dialogAround(await screen.findByText('Edit Maintenance Ticket'));
    expect(await within(form).findByTitle('Oven')).toBeVisible();
    await user.click(within(form).getByRole('combobox', { name: field }));
    await user.click(await screen.findByRole('option', { name: option }));
    await user.click(within(form).getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(form).not.toBeInTheDocument());
  };
  await edit('Equipment', 'Fryer');
  await edit('Location', 'Harbor Street');
  expect(sent).toEqual([{ equipmentId: 'fryer' }, { locationId: harborStreet.id, equipmentId: null }]);
});

describe('deleting a ticket', () => {
  it('needs an administrator and a confirmation', async () => {
    let removed = 0;
    api.use(
      http.delete(`*/api/tickets/${leak.id}`, () => {
        removed += 1;
        api.use(...returnsTickets());
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user, dialog } = await openDetail();
    await user.click(within(dialog).getByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete Ticket' }));
    const question = dialogAround(await screen.findByText(/delete the ticket with its attachments/));
    expect(removed).toBe(0);
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Ticket deleted successfully')).toBeVisible();
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(removed).toBe(1);
    expect(screen.queryByText('Leak')).not.toBeInTheDocument();
  });

  it('is not offered to district managers', async () => {
    const { user } = renderWithProviders(<MaintenanceScreen user={manager} />);
    await user.click(await screen.findByRole('link', { name: 'Leak' }));
    const dialog = await screen.findByRole('dialog', { name: 'Leak' });
    expect(within(dialog).getByRole('button', { name: 'Edit' })).toBeVisible();
    expect(within(dialog).queryByRole('button', { name: 'More' })).not.toBeInTheDocument();
  });
});

it('says so if the ticket no longer exists or is in another location', async () => {
  api.use(http.get(`*/api/tickets/${leak.id}`, () => problem(404, 'There is no such ticket.')));
  const { dialog } = await openDetail();
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(
    'This ticket no longer exists or is not in your locations.',
  );
  expect(dialog).not.toHaveTextContent(leak.description);
});

it('shows the ticket as listed if there is no network, and changes nothing', async () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  api.use(http.get(`*/api/tickets/${leak.id}`, () => HttpResponse.error()));
  const { dialog, queryClient } = await openDetail();
  await waitFor(() => expect(queryClient.getQueryState(['/api/tickets', leak.id])?.status).toBe('error'));
  expect(dialog).toHaveTextContent(leak.description);
  expect(dialog).not.toHaveTextContent('Failed to fetch');
  expect(dialog).toHaveTextContent('You are offline. Changes need a connection.');
  for (const name of ['Status', 'Assignee'])
    expect(within(dialog).getByRole('combobox', { name })).toBeDisabled();
  for (const name of ['Upload File', 'Add photos', 'Comment', 'Add cost', 'Edit']) {
    expect(await within(dialog).findByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
  }
  jest.restoreAllMocks();
});

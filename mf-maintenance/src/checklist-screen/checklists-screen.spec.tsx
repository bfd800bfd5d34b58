import { useLocation } from '@mainstay/ui/router';
import { fakeApi, problem, renderWithProviders, returns } from '@mainstay/web-kit/testing';
import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import {
  admin,
  checklistStep,
  failedAnswer,
  harborStreet,
  manager,
  returnsLocations,
  run,
} from '../../test/fixtures.ts';
import { type Checklist } from '../checklists/checklists.queries.ts';
import { ChecklistsScreen } from './checklists-screen.tsx';

const opening: Checklist = {
  id: '01890000-0000-7000-8000-0000000000c0',
  name: 'Opening check',
  steps: [checklistStep('Cooler', { kind: 'number', unit: '°F', min: 33, max: 40.5, onFail: 'ticket' })],
  active: true,
  createdAt: '2024-03-05T20:04:00.000Z',
  version: 3,
};
const steps = [checklistStep('Floor'), checklistStep('Door')];
const walk = run(steps, { answers: [failedAnswer('Floor')] });
const bodies: unknown[] = [];
const api = fakeApi(
  http.get('*/api/checklist-runs', ({ request }) =>
    HttpResponse.json(new URL(request.url).searchParams.get('state') === 'open' ? [walk] : []),
  ),
  returns(`/api/checklist-runs/${walk.id}`, walk),
  returns('/api/checklists', [opening]),
  returns(`/api/checklists/${opening.id}`, opening, '"3"'),
  returns('/api/equipment', []),
  returnsLocations(harborStreet),
);
const Address = () => {
  const { pathname, search } = useLocation();
  return <output aria-label="address">{pathname + search}</output>;
};
const address = () => screen.getByLabelText('address').textContent;
const open = (user: { id: string; role: 'admin' | 'district_manager' } = admin, path = '/checklists') => {
  bodies.length = 0;
  const person = { ...user, email: '', firstName: '', lastName: '', profileImageUrl: null };
  return renderWithProviders(
    <>
      <ChecklistsScreen host={{ toast: jest.fn(), user: person }} />
      <Address />
    </>,
    { path },
  );
};

describe('the screen Checklists', () => {
  it('lists what is to do, opens it, and comes back', async () => {
    const { user } = open(manager);
    expect(screen.getByRole('heading', { name: 'Checklists' })).toBeInTheDocument();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['To do', 'Done']);
    await user.click(await screen.findByRole('link', { name: 'Opening check' }));
    expect(address()).toBe(`/checklists?run=${walk.id}`);
    expect(await screen.findByText('1 of 2, 1 failed')).toHaveRole('status');
    await user.click(screen.getByRole('link', { name: 'All checklists' }));
    expect(address()).toBe('/checklists');
  });

  it('says that there is nothing to check, and loads again after a failure', async () => {
    const { user } = open(manager, '/checklists?tab=done');
    expect(await screen.findByText('Nothing to check')).toBeInTheDocument();
    api.use(http.get('*/api/checklist-runs', () => problem(503, 'Later.'), { once: true }));
    await user.click(screen.getByRole('tab', { name: 'To do' }));
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('link', { name: 'Opening check' })).toBeInTheDocument();
  });

  it('starts one in a store, and opens it', async () => {
    api.use(
      http.post('*/api/checklist-runs', async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json(walk, { status: 201 });
      }),
    );
    const { user } = open(manager);
    await user.click(screen.getByRole('button', { name: 'Start checklist' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Start checklist' }));
    for (const [field, option] of [
      ['Checklist', 'Opening check'],
      ['Location', 'Harbor Street'],
    ] as const) {
      await user.click(dialog.getByRole('combobox', { name: field }));
      await user.click(await screen.findByRole('option', { name: option }));
    }
    await user.click(dialog.getByRole('button', { name: 'Start' }));
    await waitFor(() => expect(address()).toBe(`/checklists?run=${walk.id}`));
    expect(bodies).toEqual([{ checklistId: opening.id, locationId: harborStreet.id, equipmentId: null }]);
  });
});

describe('a template', () => {
  const edit = async () => {
    const { user } = open(admin, '/checklists?tab=templates');
    await user.click(await screen.findByRole('button', { name: 'Opening check' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit checklist' }));
    return { user, dialog, save: () => user.click(dialog.getByRole('button', { name: 'Save' })) };
  };
  const patches = () =>
    api.use(
      http.patch(`*/api/checklists/${opening.id}`, async ({ request }) => {
        bodies.push([request.headers.get('If-Match'), await request.json()]);
        return HttpResponse.json({ ...opening, version: 4 });
      }),
    );

  it('is added with its steps', async () => {
    api.use(
      http.post('*/api/checklists', async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json(opening, { status: 201 });
      }),
    );
    const { user } = open(admin, '/checklists?tab=templates');
    await user.click(await screen.findByRole('button', { name: 'Add checklist' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add checklist' }));
    await user.type(dialog.getByLabelText('Name'), 'Closing');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Step 1 needs a text.')).toBeInTheDocument();
    const first = within(dialog.getByRole('region', { name: 'Step 1' }));
    await user.type(first.getByLabelText('Text'), 'Lights are off');
    await user.click(first.getByRole('switch', { name: 'Required' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(bodies).toEqual([
        {
          name: 'Closing',
          active: true,
          steps: [
            {
              text: 'Lights are off',
              kind: 'pass_fail',
              unit: null,
              min: null,
              max: null,
              required: false,
              photo: 'never',
              onFail: 'none',
              priority: 'medium',
            },
          ],
        },
      ]),
    );
  });

  it('keeps the identity of its steps, in another order', async () => {
    patches();
    const { user, dialog, save } = await edit();
    await user.click(dialog.getByRole('button', { name: 'Add step' }));
    await user.type(within(dialog.getByRole('region', { name: 'Step 2' })).getByLabelText('Text'), 'Door');
    await user.click(dialog.getByRole('button', { name: 'Move step 2 up' }));
    await save();
    await waitFor(() =>
      expect(bodies).toMatchObject([
        [
          '"3"',
          {
            steps: [{ text: 'Door' }, { id: 'step Cooler', text: 'Cooler', unit: '°F', min: 33, max: 40.5 }],
          },
        ],
      ]),
    );
  });

  it('asks for limits that are numbers, and sends none of a step that is no number', async () => {
    patches();
    const { user, dialog, save } = await edit();
    const cooler = within(dialog.getByRole('region', { name: 'Step 1' }));
    await user.clear(cooler.getByLabelText('Maximum'));
    await user.type(cooler.getByLabelText('Maximum'), 'warm');
    await save();
    expect(await dialog.findByText(/limits of step 1 must be numbers/)).toBeInTheDocument();
    await user.click(cooler.getByRole('combobox', { name: 'Kind' }));
    await user.click(await screen.findByRole('option', { name: 'Pass or fail' }));
    await save();
    await waitFor(() =>
      expect(bodies).toMatchObject([
        ['"3"', { steps: [{ kind: 'pass_fail', unit: null, min: null, max: null }] }],
      ]),
    );
  });

  it('is no longer offered once it is deactivated', async () => {
    patches();
    const { user } = open(admin, '/checklists?tab=templates');
    await user.click(await screen.findByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Deactivate' }));
    await waitFor(() => expect(bodies).toEqual([['"3"', { active: false }]]));
  });
});

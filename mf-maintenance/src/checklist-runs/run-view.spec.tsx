import { fakeApi, problem, renderWithProviders } from '@mainstay/web-kit/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { checklistStep, run } from '../../test/fixtures.ts';
import { RunView } from './run-view.tsx';
import { type AnswerRequest, type Run } from './runs.queries.ts';

const steps = [
  checklistStep('Floor', { onFail: 'ticket', photo: 'on_fail' }),
  checklistStep('Cooler', { kind: 'number', unit: '°F', min: 33, max: 40 }),
  checklistStep('Alarm', { kind: 'check', required: false }),
];
const { id } = run(steps);
let stored: Run;
const sent: [step: string, answer: AnswerRequest][] = [];
const keys: (string | null)[] = [];
const address = `*/api/checklist-runs/${id}`;
const api = fakeApi(
  http.get(address, () => HttpResponse.json(stored)),
  http.put<{ step: string }, AnswerRequest>(`${address}/answers/:step`, async ({ request, params }) => {
    const answer = await request.json();
    const stepId = decodeURIComponent(params.step);
    sent.push([stepId.replace('step ', ''), answer]);
    const { value, note = null } = answer;
    const result =
      value === 'fail' || (typeof value === 'number' && value > 40) ? 'fail' : value === 'na' ? 'na' : 'pass';
    const others = stored.answers.filter((each) => each.stepId !== stepId);
    const version = stored.version + 1;
    stored = {
      ...stored,
      version,
      answers: [...others, { stepId, value, note, result, by: null, at: null, photos: [] }],
    };
    return HttpResponse.json(stored);
  }),
);
const begin = (given: Partial<Run> = {}) => {
  stored = run(steps, given);
};
const open = () => renderWithProviders(<RunView id={id} userId="ann" back={null} />);
const row = (name: string) => within(screen.getByRole('listitem', { name }));
const button = (text: string, name: string) => row(text).getByRole('button', { name });
const isPressed = (text: string, name: string) =>
  expect(button(text, name)).toHaveAttribute('aria-pressed', 'true');
const progress = () => screen.getByText(/of 3/).textContent;

afterEach(() => {
  sent.length = 0;
  keys.length = 0;
  localStorage.clear();
});

describe('a step', () => {
  it('is answered by one press, and its note is sent when the field is left', async () => {
    begin();
    const { user } = open();
    await screen.findByRole('heading', { name: 'Opening check' });
    expect(progress()).toBe('0 of 3');
    await user.click(button('Floor', 'Fail'));
    isPressed('Floor', 'Fail');
    expect(progress()).toContain('1 of 3, 1 failed');
    await user.type(row('Floor').getByLabelText(/Note/), 'Grease');
    await user.tab();
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent).toEqual([
      ['Floor', { value: 'fail', note: null }],
      ['Floor', { value: 'fail', note: 'Grease' }],
    ]);
    expect(row('Floor').getByText('Needs a photo.')).toBeInTheDocument();
  });

  it('is not applicable once it is said why', async () => {
    begin();
    const { user } = open();
    await screen.findByRole('heading', { name: 'Opening check' });
    await user.click(button('Alarm', 'Not applicable'));
    expect(row('Alarm').getByLabelText(/Note/)).toHaveAccessibleDescription('Say why it is not applicable.');
    await user.tab();
    expect(progress()).toBe('0 of 3');
    await user.type(row('Alarm').getByLabelText(/Note/), 'No alarm');
    await user.tab();
    await waitFor(() => expect(sent).toEqual([['Alarm', { value: 'na', note: 'No alarm' }]]));
  });

  it('takes a number when its field is left, and says that it fails', async () => {
    begin();
    const { user } = open();
    const field = await screen.findByRole('textbox', { name: 'Cooler' });
    expect(field).toHaveAccessibleDescription('33 to 40 °F');
    await user.type(field, '4x');
    await user.tab();
    expect(field).toHaveAccessibleDescription('Must be a number of at most 4 decimals.');
    await user.clear(field);
    await user.type(field, '46,5{Enter}');
    await waitFor(() => expect(sent).toEqual([['Cooler', { value: 46.5, note: null }]]));
    expect(row('Cooler').getByText('Failed')).toBeInTheDocument();
  });
});

it('an answer that could not be sent is kept on the device, and is sent by the next visit of the same user', async () => {
  begin();
  api.use(http.put(`${address}/answers/:step`, () => problem(503, 'Later.')));
  const { user, unmount } = open();
  await screen.findByRole('heading', { name: 'Opening check' });
  await user.click(button('Floor', 'Pass'));
  isPressed('Floor', 'Pass');
  expect(await row('Floor').findByText('Kept on this device, not sent yet')).toBeInTheDocument();
  unmount();
  api.resetHandlers();

  const other = renderWithProviders(<RunView id={id} userId="bob" back={null} />);
  await screen.findByRole('heading', { name: 'Opening check' });
  expect(button('Floor', 'Pass')).toHaveAttribute('aria-pressed', 'false');
  other.unmount();
  expect(sent).toEqual([]);

  open();
  await screen.findByRole('heading', { name: 'Opening check' });
  isPressed('Floor', 'Pass');
  await waitFor(() => expect(sent).toEqual([['Floor', { value: 'pass', note: null }]]));
  await waitFor(() => expect(localStorage).toHaveLength(0));
});

it('the last of several answers is sent, and what is refused is not sent again', async () => {
  begin();
  api.use(
    http.put(
      `${address}/answers/:step`,
      async () => {
        await delay(50);
        return problem(409, 'This checklist is finished already.');
      },
      { once: true },
    ),
  );
  const { user } = open();
  await screen.findByRole('heading', { name: 'Opening check' });
  await user.click(button('Floor', 'Fail'));
  expect(await screen.findByText('This checklist is finished already.')).toBeInTheDocument();
  expect(localStorage).toHaveLength(0);
  await user.click(button('Floor', 'Pass'));
  await waitFor(() => expect(sent).toEqual([['Floor', { value: 'pass', note: null }]]));
});

describe('Finish', () => {
  const completes = (...responses: (() => Response)[]) =>
    api.use(
      http.post(`${address}/complete`, ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'));
        return (responses.shift() ?? (() => problem(500, 'No more.')))();
      }),
    );

  it('says what is missing, and then what became of what failed, with one key', async () => {
    begin();
    completes(
      () => problem(409, '2 steps lack an answer or a photo.', undefined, ['Floor', 'Cooler']),
      () => problem(503, 'Later.'),
      () => {
        stored = run(steps, {
          state: 'done',
          completedAt: '2024-03-05T20:14:00.000Z',
          followUps: [{ stepId: 'step Floor', ticketId: 'ticket' }],
        });
        return HttpResponse.json(stored);
      },
    );
    const { user } = open();
    const finish = await screen.findByRole('button', { name: 'Finish' });
    await user.click(finish);
    const missing = await screen.findByRole('alert');
    expect(missing).toHaveTextContent('2 steps lack an answer or a photo.');
    expect(
      within(missing)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Floor', 'Cooler']);
    await user.click(finish);
    expect(await screen.findByText('Later.')).toBeInTheDocument();
    await user.click(finish);
    const followUp = await screen.findByRole('link', { name: 'Floor' });
    expect(followUp).toHaveAttribute('href', '/tickets?ticket=ticket');
    expect(screen.queryByRole('button', { name: 'Finish' })).not.toBeInTheDocument();
    expect(button('Floor', 'Pass')).toBeDisabled();
    expect(new Set(keys).size).toBe(1);
  });

  it('waits for the answers that are not sent yet', async () => {
    begin();
    api.use(http.put(`${address}/answers/:step`, () => problem(503, 'Later.')));
    completes();
    const { user } = open();
    await screen.findByRole('heading', { name: 'Opening check' });
    await user.click(button('Floor', 'Pass'));
    await user.click(screen.getByRole('button', { name: 'Finish' }));
    expect(await screen.findByText(/Some answers are not sent yet/)).toBeInTheDocument();
    expect(keys).toEqual([]);
  });
});

it('a photo is uploaded and shown, even when the connection drops for a moment', async () => {
  const answer = { value: 'fail' as const, result: 'fail' as const, note: null, by: null, at: null };
  begin({ answers: [{ stepId: 'step Floor', ...answer, photos: [] }] });
  const calls: string[] = [];
  api.use(
    http.post(`${address}/photos`, async ({ request }) => {
      calls.push(JSON.stringify(await request.json()));
      return HttpResponse.json(
        { id: 'photo', uploadURL: 'https://storage.example/put', expiresAt: '2099-01-01T00:00:00Z' },
        { status: 201 },
      );
    }),
    http.put('https://storage.example/put', () => HttpResponse.error(), { once: true }),
    http.put('https://storage.example/put', async ({ request }) => {
      calls.push(await request.text());
      return new HttpResponse(null, { status: 200 });
    }),
    http.post(`${address}/photos/photo/done`, () => {
      const url = '/api/photos/photo';
      stored = run(steps, { answers: [{ stepId: 'step Floor', ...answer, photos: [{ id: 'photo', url }] }] });
      return HttpResponse.json({ id: 'photo', url });
    }),
  );
  const { user } = open();
  await screen.findByText('Needs a photo.');
  await user.upload(
    row('Floor').getByLabelText(/Add photo/),
    new File(['picture'], 'floor.jpg', { type: 'image/jpeg' }),
  );
  expect(await row('Floor').findByRole('img', { name: 'Photo 1' })).toHaveAttribute(
    'src',
    '/api/photos/photo',
  );
  expect(calls).toEqual(['{"stepId":"step Floor"}', '{"stepId":"step Floor"}', 'picture']);
});

it('says that a checklist is not there', async () => {
  api.use(http.get(address, () => problem(404, 'Not found.')));
  open();
  expect(await screen.findByText('This checklist is not there, or you cannot see it.')).toBeInTheDocument();
});

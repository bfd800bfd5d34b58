import 'fake-indexeddb/auto';
import core from '@mainstay/svc-core/openapi.json' with { type: 'json' };
import { beforeEach, describe, expect, it } from '@jest/globals';
import { exampleOf, fakeApi, problem } from '@mainstay/web-kit/testing';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { IDBFactory } from 'fake-indexeddb';
import { http, HttpResponse } from 'msw';
import { PublicPage } from '../public-page.tsx';
import { type Job } from './job-api.ts';
import { JobPage } from './job-page.tsx';

const server = fakeApi();
const page = '*/api/intake/jobs/token-1';
const job = (given: Partial<Job>): Job => ({ ...(exampleOf(core, 'VendorPageResponse') as Job), ...given });

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  localStorage.clear();
});

/** @returns what was sent, as paths with their bodies */
function open(answer: object, language: 'en' | 'es' = 'en', refused?: Response) {
  const sent: [string, unknown][] = [];
  server.use(
    http.get(page, () => HttpResponse.json(answer)),
    http.post(`${page}/:call`, async ({ request, params }) => {
      sent.push([String(params['call']), await request.json()]);
      return refused ?? HttpResponse.json(answer);
    }),
  );
  render(<PublicPage screen={JobPage} language={language} secret="token-1" />);
  return { sent, user: userEvent.setup() };
}
const button = (name: string) => screen.findByRole('button', { name });

describe('the page of a work order', () => {
  it('says whose it is, what is to be done and where', async () => {
    const shown = job({ state: 'sent' });
    open(shown);
    await screen.findByRole('heading', { name: `Work order #${shown.number}` });
    for (const words of [shown.title, `This link is for ${shown.vendor.name}. You need no account.`])
      expect(screen.getByText(words)).toBeVisible();
  });

  it('is in Spanish', async () => {
    open(job({ state: 'sent' }), 'es');
    expect(await button('Aceptar')).toBeVisible();
  });

  it.each([
    ['sent', ['Accept', 'Decline', 'Send a quote', 'Send']],
    ['accepted', ['Set visit', 'Send a quote', 'Mark as done', 'Send']],
    ['done', ['Send']],
  ] as const)('sends nothing by itself, nor by any button without a name: %s', async (state, names) => {
    const { sent, user } = open(job({ state }));
    for (const name of names) await user.click(await button(name));
    expect(screen.getAllByText('Please write your name.').length).toBeGreaterThan(0);
    expect(sent).toEqual([]);
  });

  it('accepts with a name, which is known for the next one', async () => {
    const { sent, user } = open(job({ state: 'sent' }));
    await user.type(await screen.findByLabelText(/Your name/), 'Lee');
    await user.click(await button('Accept'));
    await waitFor(() => expect(sent).toEqual([['answer', { name: 'Lee', accept: true, visitAt: null }]]));
    expect(localStorage.getItem('mainstay.name')).toContain('Lee');
  });

  it('declines with a reason', async () => {
    const { sent, user } = open(job({ state: 'sent' }));
    await user.type(await screen.findByLabelText(/Your name/), 'Lee');
    await user.click(await button('Decline'));
    await user.type(await screen.findByLabelText(/Why not/), 'No time');
    await user.click(await button('Decline'));
    await waitFor(() =>
      expect(sent).toEqual([['answer', { name: 'Lee', accept: false, reason: 'No time' }]]),
    );
  });

  it('asks for an amount as it is written', async () => {
    const { sent, user } = open(job({ state: 'accepted' }));
    await user.type(await screen.findByLabelText(/Your name/), 'Lee');
    await user.type(screen.getByLabelText(/^Amount/), '1,5');
    await user.type(screen.getByLabelText(/What is it for/), 'A pump');
    await user.click(await button('Send a quote'));
    expect(await screen.findByText('Please write an amount such as 640.00.')).toBeVisible();
    expect(sent).toEqual([]);
  });

  it('brings back the texts of what is refused', async () => {
    const { user } = open(job({ state: 'accepted' }), 'en', problem(409, 'Add a photo first.'));
    await user.type(await screen.findByLabelText(/Your name/), 'Lee');
    await user.type(screen.getByLabelText(/What was done/), 'Bearing replaced');
    await user.click(await button('Mark as done'));
    expect(await screen.findByText('This was not accepted: Add a photo first.')).toBeVisible();
    expect(screen.getByLabelText(/What was done/)).toHaveValue('Bearing replaced');
  });

  it('shows nothing of one that was withdrawn', async () => {
    open({ state: 'withdrawn', number: 1042, sender: { firstName: 'Priya' } });
    expect(await screen.findByText(/was withdrawn by Priya/)).toBeVisible();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('says that a link leads to nothing', async () => {
    server.use(http.get(page, () => problem(404, 'Not found')));
    render(<PublicPage screen={JobPage} language="en" secret="token-1" />);
    expect(await screen.findByRole('heading', { name: 'This link leads to no work order' })).toBeVisible();
  });
});

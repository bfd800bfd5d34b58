import { problem, renderWithProviders } from '@mainstay/web-kit/testing';
import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { useState } from 'react';
import { ada, dana, maintenanceApi, returnsPeople } from '../../test/fixtures.ts';
import { MentionField } from './mention-field.tsx';

const api = maintenanceApi();
const ticketId = '01890000-0000-7000-8000-0000000000ff';

let stored: string;
const onSend = jest.fn();
const onEscape = jest.fn();

function Field({ start }: { start: string }) {
  const [body, setBody] = useState(start);
  const [names] = useState(() => new Map([[ada.id, 'Ada Lane']]));
  return (
    <div onKeyDown={({ key }) => key === 'Escape' && onEscape()}>
      <label htmlFor="field">Comment</label>
      <MentionField
        ticketId={ticketId}
        names={names}
        id="field"
        value={body}
        onChange={(next) => {
          stored = next;
          setBody(next);
        }}
        onSend={onSend}
      />
    </div>
  );
}

function open(start = '') {
  onSend.mockClear();
  onEscape.mockClear();
  api.use(returnsPeople(ticketId, dana, ada));
  const { user } = renderWithProviders(<Field start={start} />);
  const field = screen.getByRole('textbox', { name: 'Comment' });
  return { user, field };
}

const options = async () =>
  (await screen.findAllByRole('option')).map((option) => [
    option.textContent,
    option.getAttribute('aria-selected'),
  ]);

describe('the list of people', () => {
  it('opens behind an @ and lists those who can open the ticket', async () => {
    const { user, field } = open();
    await user.type(field, 'Ask @');
    expect(await options()).toEqual([
      ['DWDana WhitfieldAdministrator', 'true'],
      ['ALAda LaneDistrict Manager', 'false'],
    ]);
    expect(screen.getByText('2 people')).toHaveAttribute('aria-live', 'polite');
    expect(field).toHaveAttribute('aria-controls', screen.getByRole('listbox', { name: 'People' }).id);
  });

  it('has what matches what is typed, also with a space', async () => {
    const { user, field } = open();
    await user.type(field, '@ada l');
    expect(await options()).toEqual([['ALAda LaneDistrict Manager', 'true']]);
    await user.type(field, 'x');
    await waitFor(() => expect(screen.queryByRole('listbox')).not.toBeInTheDocument());
  });

  it('is gone through by arrows; Enter chooses and does not send', async () => {
    const { user, field } = open();
    await user.type(field, 'Ask @');
    await screen.findByRole('listbox');
    const active = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '');
    expect(active()).toHaveTextContent('Dana Whitfield');
    await user.keyboard('{ArrowDown}');
    expect(active()).toHaveTextContent('Ada Lane');
    await user.keyboard('{ArrowDown}{ArrowUp}{Enter}');
    expect(field).toHaveValue('Ask @Ada Lane ');
    expect(stored).toBe(`Ask <@${ada.id}> `);
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    await user.keyboard('now{Enter}please');
    expect(stored).toBe(`Ask <@${ada.id}> now\nplease`);
    expect(onSend).not.toHaveBeenCalled();
  });

  it('takes a click and keeps the focus in the field, with the caret behind the name', async () => {
    const { user, field } = open('Ask , please.');
    await user.type(field, '@da', { initialSelectionStart: 4 });
    await user.click(await screen.findByRole('option', { name: /Dana/ }));
    expect(field).toHaveFocus();
    await user.keyboard('and you');
    expect(stored).toBe(`Ask <@${dana.id}> and you, please.`);
  });

  it('closes on Escape, without the dialog around it, until the next @', async () => {
    const { user, field } = open();
    await user.type(field, '@d');
    await screen.findByRole('listbox');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    expect(onEscape).not.toHaveBeenCalled();
    await user.keyboard('a');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    await user.keyboard(' @');
    expect(await screen.findByRole('listbox')).toBeVisible();
    await user.keyboard('{Backspace}{Escape}');
    expect(onEscape).toHaveBeenCalledTimes(1);
  });

  it('closes when the field is left', async () => {
    const { user, field } = open();
    await user.type(field, '@');
    await screen.findByRole('listbox');
    await user.tab();
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  });

  it('says if the people could not be loaded', async () => {
    const { user, field } = open();
    api.use(http.get('*/people', () => problem(503, 'Later.')));
    await user.type(field, '@');
    expect(await screen.findByRole('option')).toHaveTextContent('The people could not be loaded.');
    await user.keyboard('{Enter}');
    expect(stored).toBe('@\n');
  });

  it('asks the server where there are more people than it returns at once', async () => {
    const { user, field } = open();
    const queries: (string | null)[] = [];
    api.use(
      http.get(`*/api/tickets/${ticketId}/people`, ({ request }) => {
        const q = new URL(request.url).searchParams.get('q');
        queries.push(q);
        const many = Array.from({ length: 200 }, (_, at) => ({ ...dana, id: `id-${at}` }));
        return HttpResponse.json(q === null ? many : [ada]);
      }),
    );
    await user.type(field, '@');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(200));
    await user.type(field, 'ada');
    expect(await screen.findByRole('option', { name: /Ada Lane/ })).toBeVisible();
    expect(queries).toEqual([null, 'ada']);
  });
});

it('shows names where the body has ids, and stores what is edited around them', async () => {
  const { user, field } = open(`<@${ada.id}> is it cold?`);
  expect(field).toHaveValue('@Ada Lane is it cold?');
  await user.type(field, ' Now?');
  expect(stored).toBe(`<@${ada.id}> is it cold? Now?`);
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
});

it('sends on Ctrl and Enter', async () => {
  const { user, field } = open('Fixed.');
  await user.type(field, '{Control>}{Enter}{/Control}');
  expect(onSend).toHaveBeenCalledTimes(1);
  expect(field).toHaveValue('Fixed.');
});

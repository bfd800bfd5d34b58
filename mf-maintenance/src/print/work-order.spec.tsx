import { renderWithProviders, returns } from '@mainstay/web-kit/testing';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { attachment, maintenanceApi, returnsAttachments, ticket } from '../../test/fixtures.ts';
import { WorkOrder } from './work-order.tsx';

const api = maintenanceApi();
const print = jest.fn();
const { print: before } = globalThis;
beforeEach(() => {
  print.mockClear();
  globalThis.print = print;
  HTMLImageElement.prototype.decode = () => Promise.resolve();
});
afterEach(() => {
  globalThis.print = before;
});

it('is a page with six pictures, a code and a line to sign, and prints itself once', async () => {
  const oven = ticket('Oven', { number: 1042 });
  const photos = Array.from({ length: 8 }, (_, index) =>
    attachment(`${index}.jpg`, { thumbnailURL: `/thumbnails/${index}` }),
  );
  api.use(...returnsAttachments(oven.id, photos), returns(`/api/tickets/${oven.id}/vendor-jobs`, []));
  const onEnd = jest.fn();
  renderWithProviders(<WorkOrder ticket={oven} onEnd={onEnd} />);
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  const heading = screen.getByRole('heading', { name: 'Work order #1042', hidden: true });
  const page = heading.closest('body > *');
  for (const words of ['Oven', 'It hums.', 'Harbor Street', 'Signature and date'])
    expect(screen.getByText(words)).toBeInTheDocument();
  expect(page?.querySelectorAll('img')).toHaveLength(6);
  expect(page?.querySelectorAll('svg path')).toHaveLength(1);
  fireEvent(window, new Event('afterprint'));
  expect(onEnd).toHaveBeenCalledTimes(1);
});

import { fakeListEnd, problem, renderWithProviders, returns, returnsPages } from '@mainstay/web-kit/testing';
import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { attachment, maintenanceApi, takesUploads } from '../../test/fixtures.ts';
import { AttachmentsSection } from './attachments-section.tsx';

const api = maintenanceApi();
const ticketId = '01890000-0000-7000-8000-0000000000ff';
const photo = attachment('drain.png', { ticketId });

describe('the attachments of a ticket', () => {
  it('have name and size in KB', async () => {
    api.use(returns(`/api/tickets/${ticketId}/attachments`, [photo]));
    renderWithProviders(<AttachmentsSection ticketId={ticketId} />);
    const row = await screen.findByRole('listitem');
    expect(row).toHaveTextContent('drain.png1.5 KB');
    expect(within(row).getByRole('button', { name: 'Delete' })).toHaveAccessibleDescription('drain.png');
  });

  it('load the next page at the end of the list', async () => {
    const pages = ['1.png', '2.png', '3.png'].map((name) => [attachment(name, { ticketId })]);
    api.use(returnsPages(`/api/tickets/${ticketId}/attachments`, pages));
    const reachEnd = fakeListEnd();
    renderWithProviders(<AttachmentsSection ticketId={ticketId} />);
    for (const count of [1, 2, 3]) {
      await waitFor(() => expect(document.querySelectorAll('li')).toHaveLength(count));
      reachEnd();
    }
  });

  it('show a thumbnail, or an icon if there is none or it fails to load', async () => {
    const thumbnailURL = 'https://storage.example/thumbnails/1?sig=1';
    const picture = attachment('oven.jpg', { ticketId, thumbnailURL });
    api.use(returns(`/api/tickets/${ticketId}/attachments`, [picture, photo]));
    renderWithProviders(<AttachmentsSection ticketId={ticketId} />);
    const [shown, plain] = await screen.findAllByRole('listitem');
    if (!shown || !plain) throw new Error('a row is missing');
    const image = shown.querySelector('img');
    expect(image).toHaveAttribute('src', thumbnailURL);
    // The name beside it says what it is.
    expect(image).toHaveAttribute('alt', '');
    const iconsIn = (row: HTMLElement) => row.querySelectorAll('.anticon-file').length;
    expect([iconsIn(shown), iconsIn(plain), plain.querySelector('img')]).toEqual([0, 1, null]);
    if (image) fireEvent.error(image);
    expect([iconsIn(shown), shown.querySelector('img')]).toEqual([1, null]);
  });

  it('are in groups by what their pictures show, which is chosen at each', async () => {
    const path = `/api/tickets/${ticketId}/attachments`;
    const pictures = [
      attachment('oven.jpg', { ticketId, purpose: 'before' }),
      attachment('quote.pdf', { ticketId, fileType: 'application/pdf' }),
      photo,
    ];
    const sent: unknown[] = [];
    api.use(
      returns(path, pictures),
      http.patch(`*/api/attachments/${photo.id}`, async ({ request }) => {
        sent.push(await request.json());
        const after = { ...photo, purpose: 'after' as const };
        api.use(returns(path, [after, ...pictures.slice(0, 2)]));
        return HttpResponse.json(after, { headers: { etag: '"2"' } });
      }),
      http.patch(`*/api/attachments/${pictures[0]?.id}`, () => problem(409, 'Reopen the ticket first.')),
    );
    const { user } = renderWithProviders(<AttachmentsSection ticketId={ticketId} />);
    const group = (name: string) => within(screen.getByRole('group', { name }));
    const choose = async (within: { getByRole: typeof screen.getByRole }, name: string) => {
      await user.click(within.getByRole('combobox', { name: 'Purpose', description: /./ }));
      await user.click(await screen.findByRole('option', { name }));
    };
    await screen.findByRole('group', { name: 'Before' });
    expect(group('Before').getByRole('listitem')).toHaveTextContent('oven.jpg');
    expect(screen.queryByRole('group', { name: 'After' })).not.toBeInTheDocument();
    const [, pdf, plain] = screen.getAllByRole('listitem');
    if (!pdf || !plain) throw new Error('a row is missing');
    expect(within(pdf).queryByRole('combobox')).not.toBeInTheDocument();
    await choose(within(plain), 'After');
    await screen.findByRole('group', { name: 'After' });
    expect(sent).toEqual([{ purpose: 'after' }]);
    expect(group('After').getByRole('combobox', { name: 'Purpose' })).toHaveFocus();
    await choose(group('Before'), 'None');
    expect(await screen.findByText('409: Reopen the ticket first.')).toBeVisible();
    expect(group('Before').getByRole('listitem')).toHaveTextContent('oven.jpg');
  });

  it('show an error if loading fails, and load on Retry', async () => {
    api.use(http.get('*/attachments', () => problem(503, 'Later.'), { once: true }));
    const { user } = renderWithProviders(<AttachmentsSection ticketId={ticketId} />);
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No attachments yet')).toBeVisible();
  });

  it('are downloaded from their signed URL, without a tab of their own', async () => {
    const downloadURL = 'https://storage.example/drain.png?sig=1';
    const path = `*/api/attachments/${photo.id}/download`;
    api.use(
      returns(`/api/tickets/${ticketId}/attachments`, [photo]),
      http.get(path, () => HttpResponse.json({ downloadURL }), { once: true }),
      http.get(path, () => problem(404, 'Attachment not found')),
    );
    const open = jest.spyOn(window, 'open');
    const followed: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function follow(
      this: HTMLAnchorElement,
    ) {
      followed.push(`${this.href} ${this.target}${String(this.hasAttribute('download'))}`);
    });
    const { user } = renderWithProviders(<AttachmentsSection ticketId={ticketId} />);
    await user.click(await screen.findByRole('button', { name: 'Download' }));
    await waitFor(() => expect(followed).toEqual([`${downloadURL} true`]));
    expect(open).not.toHaveBeenCalled();

    await user.click(screen.getByRole('button', { name: 'Download' }));
    expect(await screen.findByText('404: Attachment not found')).toBeVisible();
    expect(followed).toHaveLength(1);
  });

  it('can be deleted, with the focus on Upload File afterwards', async () => {
    api.use(
      returns(`/api/tickets/${ticketId}/attachments`, [photo]),
      http.delete(`*/api/attachments/${photo.id}`, () => {
        api.use(returns(`/api/tickets/${ticketId}/attachments`, []));
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = renderWithProviders(<AttachmentsSection ticketId={ticketId} />);
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Attachment deleted successfully')).toBeVisible();
    expect(await screen.findByText('No attachments yet')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Upload File' })).toHaveFocus());
  });

  it.each([
    [problem(404, 'Attachment not found'), '404: Attachment not found'],
    [HttpResponse.error(), 'fetch failed'],
  ])('say why one was not deleted', async (response, text) => {
    api.use(
      returns(`/api/tickets/${ticketId}/attachments`, [photo]),
      http.delete('*/api/attachments/:id', () => response.clone()),
    );
    const { user } = renderWithProviders(<AttachmentsSection ticketId={ticketId} />);
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const toast = await screen.findByRole('alert');
    expect(within(toast).getByText('Error')).toBeVisible();
    expect(toast).toHaveTextContent(text);
  });
});

describe('uploading', () => {
  it("opens the dashboard in a dialog, without the vendor's branding", async () => {
    const { user } = renderWithProviders(<AttachmentsSection ticketId={ticketId} />);
    await user.click(screen.getByRole('button', { name: 'Upload File' }));
    const dialog = await screen.findByRole('dialog', { name: 'Upload File' });
    expect(await within(dialog).findByRole('button', { name: 'browse files' })).toBeVisible();
    expect(
      within(dialog).getByText(/^One file, up to 10 MB\. .* all other files as they are\.$/),
    ).toBeVisible();
    expect(dialog).not.toHaveTextContent(/powered by/i);
  });

  it('records the purpose that is chosen', async () => {
    const recorded: unknown[] = [];
    api.use(...takesUploads(ticketId, (body) => void recorded.push(body)));
    const { user } = renderWithProviders(<AttachmentsSection ticketId={ticketId} />);
    await user.click(screen.getByRole('button', { name: 'Upload File' }));
    const dialog = await screen.findByRole('dialog', { name: 'Upload File' });
    await within(dialog).findByRole('button', { name: 'browse files' });
    await user.click(within(dialog).getByRole('combobox', { name: 'Purpose' }));
    await user.click(await screen.findByRole('option', { name: 'After' }));
    const chooser = dialog.querySelector<HTMLInputElement>('input.uppy-Dashboard-input');
    if (!chooser) throw new Error('nothing chooses a file');
    await user.upload(chooser, new File(['x'], 'oven.png', { type: 'image/png' }));
    await user.click(await within(dialog).findByRole('button', { name: 'Upload 1 file' }));
    await waitFor(() =>
      expect(recorded).toEqual([expect.objectContaining({ fileName: 'oven.png', purpose: 'after' })]),
    );
  });
});

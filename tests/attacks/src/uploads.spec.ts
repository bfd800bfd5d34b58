import { randomUUID } from 'node:crypto';
import { test } from './attack.ts';
import { type Caller, pathOf, textOf } from '@mainstay/test-kit';
import type { Setup } from './setup.ts';

async function grant(caller: Caller): Promise<{ path: string; objectPath: string }> {
  const response = await caller.ask('POST', '/api/attachments/upload');
  return { path: pathOf(textOf(response, 'uploadURL')), objectPath: textOf(response, 'objectPath') };
}

const record = (caller: Caller, ticketId: string, objectPath: string, more: object = {}) =>
  caller.ask('POST', `/api/tickets/${ticketId}/attachments`, {
    fileName: 'a.txt',
    fileSize: 7,
    objectPath,
    ...more,
  });

/** A recorded file as a browser downloads it. */
async function download(setup: Setup, attachmentId: string) {
  const response = await setup.managerA.ask('GET', `/api/attachments/${attachmentId}/download`);
  return setup.anonymous.ask('GET', pathOf(textOf(response, 'downloadURL')));
}

/** Nobody's uploads are open any more: there are not many a person may have. */
const closeGrants = ({ database }: Setup) =>
  database.query('DELETE FROM attachments.upload_grants WHERE recorded_at IS NULL');

test("records what is not one's own, not there, or of another size", async (setup, trial) => {
  const { managerA, managerB, admin, storeA } = setup;
  const ticket = await setup.createTicket(storeA);
  const foreign = await grant(managerB);
  await managerB.ask('PUT', foreign.path, 'content');
  const own = await grant(managerA);
  for (const objectPath of [
    foreign.objectPath,
    `${setup.target.publicUrl}${foreign.path}`,
    `uploads/${randomUUID()}`,
    `uploads/../${own.objectPath}`,
    '/etc/passwd',
    'http://169.254.169.254/latest/meta-data',
  ]) {
    for (const caller of [managerA, admin])
      trial.expect(objectPath, (await record(caller, ticket, objectPath)).status, 404);
  }
  trial.expect('nothing uploaded', (await record(managerA, ticket, own.objectPath)).status, 409);
  await managerA.ask('PUT', own.path, 'content');
  for (const fileSize of [0, 8]) {
    const { status } = await record(managerA, ticket, own.objectPath, { fileSize });
    trial.expect(`claimed ${fileSize}`, status, 422);
    await managerA.ask('PUT', own.path, 'content');
  }
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => record(managerA, ticket, own.objectPath)),
  );
  trial.expect('recorded ten times', responses.filter(({ status }) => status === 201).length, 1);
  trial.expect('recorded again', (await record(managerA, ticket, own.objectPath)).status, 409);
  await closeGrants(setup);
});

test('has a browser run a file', async (setup, trial) => {
  const { managerA, storeA } = setup;
  const ticket = await setup.createTicket(storeA);
  for (const [fileName, fileType, content] of [
    ['a.png', 'image/png', '<script>alert(1)</script>'],
    ['a.html', 'text/html', '<script>alert(1)</script>'],
    ['a.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['a.js', 'text/javascript', 'alert(1)'],
  ] as const) {
    const { path, objectPath } = await grant(managerA);
    await managerA.ask('PUT', path, content, { 'content-type': fileType });
    const fileSize = content.length;
    const recorded = await record(managerA, ticket, objectPath, { fileName, fileType, fileSize });
    const { headers, text } = await download(setup, textOf(recorded, 'id'));
    trial.expect(`${fileName}: bytes`, text, content);
    trial.expect(
      `${fileName}: disposition`,
      String(headers['content-disposition']).split(';')[0],
      'attachment',
    );
    trial.expect(`${fileName}: sniffing`, headers['x-content-type-options'], 'nosniff');
    const policy = String(headers['content-security-policy']);
    trial.expect(`${fileName}: policy`, /default-src 'none'/.test(policy) && /sandbox/.test(policy), true);
  }
});

test('reuses, alters and swaps signed addresses', async (setup, trial) => {
  const { managerA, anonymous, storeA } = setup;
  const ticket = await setup.createTicket(storeA);
  const { path, objectPath } = await grant(managerA);
  await managerA.ask('PUT', path, 'content');
  const id = textOf(await record(managerA, ticket, objectPath), 'id');
  await anonymous.ask('PUT', path, 'forgery');
  trial.expect('bytes after a second upload', (await download(setup, id)).text, 'content');

  const response = await managerA.ask('GET', `/api/attachments/${id}/download`);
  const address = pathOf(textOf(response, 'downloadURL'));
  const other = pathOf(
    textOf(
      await managerA.ask(
        'GET',
        `/api/attachments/${await setup.attach(managerA, ticket, 'another')}/download`,
      ),
      'downloadURL',
    ),
  );
  const [bare = '', query = ''] = address.split('?');
  const parameters = new URLSearchParams(query);
  const changed = (name: string, value: string) => {
    const copy = new URLSearchParams(parameters);
    copy.set(name, value);
    return `${bare}?${copy.toString()}`;
  };
  for (const altered of [
    bare,
    `${bare}?expires=${parameters.get('expires') ?? ''}`,
    changed('expires', String(Number(parameters.get('expires')) + 1)),
    changed('expires', '1'),
    changed('signature', 'A'.repeat(43)),
    changed('signature', ''),
    changed('fileName', 'a.html'),
    changed('name', 'a.html'),
    `${other.split('?')[0] ?? ''}?${query}`,
    `${bare}?expires=99999999999&${query}`,
    `${bare}/../../secrets.json?${query}`,
  ]) {
    const { status } = await anonymous.ask('GET', altered);
    // What is not signed at all does not change what is served.
    trial.expect(
      altered.replace(/signature=[^&]*/, ''),
      status,
      403,
      404,
      400,
      ...(altered.includes('ame=a.html') ? [200] : []),
    );
  }
  trial.expect('writing with a read address', (await anonymous.ask('PUT', address, 'forgery')).status, 403);
  trial.expect('reading with a write address', (await anonymous.ask('GET', path)).status, 403, 404);
  trial.expect('bytes afterwards', (await download(setup, id)).text, 'content');
  await closeGrants(setup);
});

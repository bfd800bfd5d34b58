import { randomUUID } from 'node:crypto';
import type { Family } from './attack.ts';
import { type Caller, pathOf, textOf } from './caller.ts';
import type { Stage } from './stage.ts';

const MAX = 10_485_760;
/** Grants without a record that a person may get within 24 hours. */
export const MAX_UNRECORDED_GRANTS = 100;

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
async function download(stage: Stage, attachmentId: string) {
  const response = await stage.managerA.ask('GET', `/api/attachments/${attachmentId}/download`);
  return stage.anonymous.ask('GET', pathOf(textOf(response, 'downloadURL')));
}

/** Nobody's uploads are open any more: there are not many a person may have. */
const closeGrants = ({ database }: Stage) =>
  database.query('DELETE FROM attachments.upload_grants WHERE recorded_at IS NULL');

export const uploads: Family = {
  async "records what is not one's own, not there, or of another size"(stage, trial) {
    const { managerA, managerB, admin, storeA } = stage;
    const ticket = await stage.createTicket(storeA);
    const foreign = await grant(managerB);
    await managerB.ask('PUT', foreign.path, 'content');
    const own = await grant(managerA);
    for (const objectPath of [
      foreign.objectPath,
      `${stage.target.publicUrl}${foreign.path}`,
      `uploads/${randomUUID()}`,
      `../${own.objectPath}`,
      `/${own.objectPath}`,
      `uploads/../${own.objectPath}`,
      `${own.objectPath}/../../secrets.json`,
      '/etc/passwd',
      'file:///etc/passwd',
      'http://169.254.169.254/latest/meta-data',
      `${own.objectPath}%00`,
    ]) {
      for (const caller of [managerA, admin]) {
        trial.expect(objectPath, (await record(caller, ticket, objectPath)).status, 404);
      }
    }
    trial.expect('nothing uploaded', (await record(managerA, ticket, own.objectPath)).status, 409);
    await managerA.ask('PUT', own.path, 'content');
    for (const fileSize of [0, 6, 8]) {
      trial.expect(
        `claimed ${fileSize}`,
        (await record(managerA, ticket, own.objectPath, { fileSize })).status,
        422,
      );
      await managerA.ask('PUT', own.path, 'content');
    }
    trial.expect(
      'claimed too large',
      (await record(managerA, ticket, own.objectPath, { fileSize: MAX + 1 })).status,
      413,
    );
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => record(managerA, ticket, own.objectPath)),
    );
    trial.expect('recorded ten times', responses.filter(({ status }) => status === 201).length, 1);
    trial.expect('recorded again', (await record(managerA, ticket, own.objectPath)).status, 409);
    await closeGrants(stage);
  },

  async 'sends one byte too many'(stage, trial) {
    const { managerA } = stage;
    const chunked = { 'content-length': undefined, 'transfer-encoding': 'chunked' };
    for (const headers of [{}, chunked]) {
      const { path } = await grant(managerA);
      const how = 'transfer-encoding' in headers ? ' in chunks' : '';
      trial.expect(`${MAX}${how}`, (await managerA.ask('PUT', path, Buffer.alloc(MAX), headers)).status, 200);
      const more = await managerA.ask('PUT', path, Buffer.alloc(MAX + 1), headers);
      trial.expect(`${MAX + 1}${how}`, more.status, 413);
      const much = await managerA.ask('PUT', path, Buffer.alloc(3 * MAX), headers);
      // The gateway may hang up on a sender who does not stop.
      trial.expect(`${3 * MAX}${how}`, much.status, 413, 0);
    }
    await closeGrants(stage);
  },

  async 'has a browser run a file'(stage, trial) {
    const { managerA, storeA } = stage;
    const ticket = await stage.createTicket(storeA);
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
      const { headers, text } = await download(stage, textOf(recorded, 'id'));
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
  },

  async 'reuses, alters and swaps signed addresses'(stage, trial) {
    const { managerA, anonymous, storeA } = stage;
    const ticket = await stage.createTicket(storeA);
    const { path, objectPath } = await grant(managerA);
    await managerA.ask('PUT', path, 'content');
    const id = textOf(await record(managerA, ticket, objectPath), 'id');
    await anonymous.ask('PUT', path, 'forgery');
    trial.expect('bytes after a second upload', (await download(stage, id)).text, 'content');

    const response = await managerA.ask('GET', `/api/attachments/${id}/download`);
    const address = pathOf(textOf(response, 'downloadURL'));
    const other = pathOf(
      textOf(
        await managerA.ask(
          'GET',
          `/api/attachments/${await stage.attach(managerA, ticket, 'another')}/download`,
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
    trial.expect('bytes afterwards', (await download(stage, id)).text, 'content');
    await closeGrants(stage);
  },

  async 'gives a file a name that does harm'(stage, trial) {
    const { managerA, storeA } = stage;
    const ticket = await stage.createTicket(storeA);
    for (const fileName of [
      '../../a.sh',
      'a\r\nSet-Cookie: x=y',
      'a"; filename="b.exe',
      '\u202egnp.exe',
      '..',
      'ä😀',
      '%0d%0a',
      "a'b",
    ]) {
      const { path, objectPath } = await grant(managerA);
      await managerA.ask('PUT', path, 'content');
      const recorded = await record(managerA, ticket, objectPath, { fileName });
      trial.expect(JSON.stringify(fileName), recorded.status, 201, 400);
      if (recorded.status !== 201) continue;
      const { status, headers } = await download(stage, textOf(recorded, 'id'));
      const disposition = String(headers['content-disposition']);
      trial.expect(`${JSON.stringify(fileName)}: download`, status, 200);
      trial.expect(`${JSON.stringify(fileName)}: cookie`, headers['set-cookie'], undefined);
      const isSafe = /^attachment; filename="[^"\\/\p{Cc}]*"; filename\*=UTF-8''[\w.%~!#$&+^`|-]*$/u.test(
        disposition,
      );
      trial.expect(
        `${JSON.stringify(fileName)}: ${disposition}`,
        isSafe && !/%2F|%5C|%0D|%0A|%E2%80%AE/i.test(disposition),
        true,
      );
    }
    await closeGrants(stage);
  },

  async 'takes 1,000 upload grants'(stage, trial) {
    const person = await stage.hire('district_manager');
    let granted = 0;
    for (let index = 0; index < 50; index += 1) {
      const responses = await Promise.all(
        Array.from({ length: 20 }, () => person.ask('POST', '/api/attachments/upload')),
      );
      for (const { status, headers } of responses) {
        if (status === 201) granted += 1;
        else trial.expect('refusal', `${status} ${Number(headers['retry-after']) > 0}`, '429 true');
      }
    }
    trial.expect('grants given', granted, MAX_UNRECORDED_GRANTS);
    trial.figure = `${granted} of 1000 were granted`;
  },
};

import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { atLeast, type Fault, none } from './fault.ts';
import { compareFiles, Files, type Grant } from './files.ts';

const OF_EACH = 5;
const SWEPT_WITHIN_MS = 30_000;

export const halfUploads: Fault = {
  title: 'uploads broken off, never recorded, and rows deleted before their files',
  async run(stage) {
    const { database } = stage;
    const files = new Files(stage);
    for (let count = 0; count < OF_EACH; count += 1) {
      await files.attach();
      await breakOff(await files.grant());
      await files.store(await files.grant());
      await files.remove(await files.attach());
    }
    await deleteRows(files, stage);
    const { orphans: before } = await compareFiles(stage);
    // What a day and a week do; the sweep at a replica's start saves waiting for the next one.
    await database.query(
      `UPDATE attachments.upload_grants SET granted_at = now() - interval '9 days', expires_at = now() - interval '2 hours'`,
    );
    await database.query(`UPDATE attachments.object_removals SET due_at = now() - interval '1 s'`);
    const pid = await stage.pidOf('svc-attachments');
    process.kill(pid, 'SIGTERM');
    await stage.untilBack('svc-attachments', pid);
    const sweptBy = performance.now() + SWEPT_WITHIN_MS;
    let compared = await compareFiles(stage);
    while (compared.orphans.length > 0 && performance.now() < sweptBy) {
      await sleep(200);
      compared = await compareFiles(stage);
    }
    return [
      atLeast('files without a record before the sweep', before.length, 3 * OF_EACH),
      none('orphans after it', compared.orphans.length),
      none('recorded objects removed', compared.missing.length),
    ];
  },
};

/** A client that disconnects after half of its file. */
async function breakOff({ uploadURL }: Grant): Promise<void> {
  const upload = request(uploadURL, { method: 'PUT', headers: { 'content-length': 1_000_000 } });
  const closed = new Promise((resolve) => upload.on('error', () => undefined).once('close', resolve));
  upload.write(Buffer.alloc(500_000));
  await sleep(100);
  upload.destroy();
  await closed;
}

/** Rows that go without the service knowing, as by a cascade. */
async function deleteRows(files: Files, { database }: Parameters<Fault['run']>[0]): Promise<void> {
  for (let count = 0; count < OF_EACH; count += 1) {
    await database.query('DELETE FROM attachments.attachments WHERE id = $1', [await files.attach()]);
  }
}

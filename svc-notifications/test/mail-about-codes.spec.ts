import { describe, expect, it } from '@jest/globals';
import { mailScene } from './mail-scene.ts';

const scene = mailScene();

describe('a mail about a QR code', () => {
  const told = async (more: { label?: string; equipment?: string } = { equipment: 'Fryer 2' }) => {
    const codeId = await scene.world.createCode(scene.storeId, more);
    return { codeId, item: await scene.world.addItem(scene.sam, null, 'reported', { codeId }) };
  };

  it('says that it rests, and leads to the equipment', async () => {
    await scene.world.schedule([(await told()).item]);
    expect(await scene.statesOf(scene.sam)).toEqual(['sent']);
    const [mail] = scene.server.received;
    expect(mail?.headers.get('subject')).toBe('QR code of Fryer 2: Too many reports');
    expect(mail?.headers.has('references')).toBe(false);
    expect(mail?.headers.has('list-unsubscribe')).toBe(true);
    const sentence = 'The QR code of Fryer 2 at Main Street rests for an hour: too many reports.';
    expect(mail?.text).toContain(sentence);
    expect(mail?.text).toContain('Open the equipment: https://stores.example.com/equipment');
    expect(mail?.html).toContain(sentence);
    expect(mail?.html).toContain('href="https://stores.example.com/equipment"');
  });

  it.each([
    [{ label: 'Counter\r\nBcc: all@example.com' }, 'QR code “Counter Bcc: all@example.com”'],
    [{}, 'QR code'],
  ])('names one that is on no equipment: %j', async (more, name) => {
    await scene.world.schedule([(await told(more)).item]);
    await scene.statesOf(scene.sam);
    const [mail] = scene.server.received;
    expect(mail?.text.split('\n')[0]).toBe(name);
    expect(mail?.text).toContain(`The ${name} at Main Street rests`);
    expect(mail?.headers.has('bcc')).toBe(false);
  });

  it('is one for each code', async () => {
    await scene.world.schedule([(await told()).item, (await told({ label: 'Counter' })).item]);
    expect(await scene.statesOf(scene.sam)).toEqual(['sent', 'sent']);
    expect(scene.server.received.map(({ text }) => text.split('\n')[0]).sort()).toEqual([
      'QR code of Fryer 2',
      'QR code “Counter”',
    ]);
  });

  it('is in the digest below the tickets of its store, if that is wanted', async () => {
    const { ticket, item } = await scene.mention();
    await scene.world.set(scene.sam, { kinds: { reported: 'digest', mentioned: 'digest' } });
    await scene.world.schedule([(await told()).item, item]);
    await scene.world.release(scene.sam);
    expect(await scene.statesOf(scene.sam)).toEqual(['sent']);
    const [mail] = scene.server.received;
    expect(mail?.headers.get('subject')).toBe('Daily digest: 2 updates on 1 ticket and 1 QR code');
    const order = ['Main Street', `#${ticket.number}`, 'QR code of Fryer 2', 'rests for an hour'];
    const places = order.map((text) => mail?.text.indexOf(text) ?? -1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  it.each<[string, (itemId: string, codeId: string) => Promise<void>]>([
    [
      'the store is not theirs',
      () => scene.world.run('DELETE FROM core.manager_assignments WHERE manager_id = $1', [scene.sam.userId]),
    ],
    [
      'the code was deleted',
      (_item, code) => scene.world.run('DELETE FROM core.intake_codes WHERE id = $1', [code]),
    ],
  ])('is dropped if %s before it leaves', async (_what, happen) => {
    const { item, codeId } = await told();
    await scene.world.scheduleHeld([item]);
    await happen(item.id, codeId);
    await scene.world.release(scene.sam);
    expect(await scene.statesOf(scene.sam)).toEqual(['dropped']);
    expect(scene.server.received).toEqual([]);
  });
});

import { beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { ChecklistResponse } from '../src/checklists/checklists.schemas.ts';
import { Scheduler } from '../src/recurring-tasks/scheduler.ts';
import type { TicketResponse } from '../src/ticket-rows/tickets.schemas.ts';
import { checklistsOf, step } from './checklist-calls.ts';
import { conversationOf } from './conversation.ts';
import { itRejects, type Row, unknownId, useOwnCoreService } from './core-service.ts';
import { STEP_ID } from './valid-data.ts';

const core = useOwnCoreService();
const talk = conversationOf(core);

const { aChecklist, answer, begin, complete, done, read, walk } = checklistsOf(core);
const change = (id: string, changes: object) => core.send('patch', `/api/checklists/${id}`, changes);

describe('a checklist', () => {
  itRejects(
    (change: object) => core.post('checklists', change),
    [
      ['no steps', { steps: [] }, 'steps'],
      ['51 steps', { steps: Array(51).fill(step('Floor')) }, 'steps'],
      ['a limit below another', { steps: [step('Cold', { kind: 'number', min: 2, max: 1 })] }, 'steps.0.max'],
      [
        'a limit of five decimals',
        { steps: [step('Cold', { kind: 'number', min: 0.00001 })] },
        'steps.0.min',
      ],
      ['a limit of what is no number', { steps: [step('Floor', { max: 1 })] }, 'steps.0.max'],
      ['the id of a step', { steps: [step('Floor', { id: unknownId })] }, 'steps.0.id'],
      ['a text of 201 characters', { steps: [step('x'.repeat(201))] }, 'steps.0.text'],
    ],
  );

  it('keeps its steps by their ids, and its name whatever the case', async () => {
    const checklist = await aChecklist(
      step('Floor'),
      step('Cooler', { kind: 'number', unit: '°F', max: 40.5 }),
    );
    const [floor, cooler] = checklist.steps;
    expect(cooler).toMatchObject({
      unit: '°F',
      min: null,
      max: 40.5,
      required: true,
      photo: 'never',
      onFail: 'none',
    });
    const changed = await change(checklist.id, { steps: [step('Door'), { ...floor, text: 'Floors' }] });
    expect(changed.body).toMatchObject({
      steps: [{ text: 'Door' }, { ...floor, text: 'Floors' }],
      version: 2,
    });
    const twice = await change(checklist.id, { steps: [floor, floor] });
    expect([twice.status, Object.keys((twice.body as { errors: object }).errors)]).toEqual([
      400,
      ['steps.1.id'],
    ]);
    const taken = { name: checklist.name.toUpperCase() };
    expect((await core.post('checklists', taken)).status).toBe(409);
    expect((await change((await aChecklist(step('Door'))).id, taken)).status).toBe(409);
  });

  it('is deleted only where nothing uses it, and starts no run while it is not active', async () => {
    const checklist = await aChecklist(step('Floor'));
    const run = await walk(checklist);
    const remove = () => core.as(core.admin).delete(`/api/checklists/${checklist.id}`);
    expect((await remove()).body).toMatchObject({
      status: 409,
      detail: expect.stringContaining('Deactivate it'),
    });
    await change(checklist.id, { active: false }).expect(200);
    const body = { checklistId: checklist.id, locationId: core.storeA };
    expect((await core.send('post', '/api/checklist-runs', body)).body).toMatchObject({
      errors: { checklistId: ['There is no such active checklist.'] },
    });
    // Those that are open go on.
    await answer(run, 0, 'pass').expect(200);
    await done(run);
    const unused = await aChecklist(step('Floor'));
    await core.as(core.admin).delete(`/api/checklists/${unused.id}`).expect(204);
  });
});

describe('a run', () => {
  it('has the steps with which it began, and the last answers', async () => {
    const checklist = await aChecklist(step('Floor'), step('Door', { required: false }));
    const run = await walk(checklist);
    await change(checklist.id, { name: `New ${randomUUID()}`, steps: [step('Roof')] });
    expect((await answer(run, 0, 'pass')).headers['etag']).toBe('"2"');
    await answer(run, 0, 'fail', 'Grease').expect(200);
    expect(await read(run.id)).toMatchObject({
      name: checklist.name,
      steps: checklist.steps,
      answers: [
        {
          stepId: run.steps[0]?.id,
          value: 'fail',
          result: 'fail',
          note: 'Grease',
          by: { firstName: 'Ann' },
          photos: [],
        },
      ],
      history: [
        { value: 'pass', note: null },
        { value: 'fail', note: 'Grease' },
      ],
    });
  });

  it.each<[value: unknown, note: string | undefined, field: string]>([
    ['na', undefined, 'note'],
    ['na', '  ', 'note'],
    [true, undefined, 'value'],
    [1, undefined, 'value'],
    ['other', undefined, 'value'],
    ['pass', 'x'.repeat(501), 'note'],
  ])('refuses the answer %j with the note %j', async (value, note, field) => {
    const response = await answer(await walk(await aChecklist(step('Floor'))), 0, value, note);
    expect([response.status, Object.keys((response.body as { errors: object }).errors)]).toEqual([
      400,
      [field],
    ]);
  });

  it('is complete with all answers, once', async () => {
    const run = await walk(await aChecklist(step('Floor'), step('Door'), step('Sign', { required: false })));
    await answer(run, 1, 'pass').expect(200);
    expect((await complete(run)).body).toMatchObject({ status: 409, missing: ['Floor'] });
    await answer(run, 0, 'na', 'Rebuilt').expect(200);
    expect(await done(run)).toMatchObject({
      state: 'done',
      followUps: [],
      completedBy: core.managerA.userId,
    });
    await complete(run).expect(409);
    await answer(run, 0, 'pass').expect(409);
    await core
      .as(core.managerA)
      .put(`/api/checklist-runs/${run.id}/answers/${unknownId}`)
      .send({ value: 'pass' })
      .expect(404);
  });

  it('is listed newest first, by state, store and checklist, and as a file', async () => {
    const checklist = await aChecklist(step('Floor'));
    const [first, second] = [await walk(checklist), await walk(checklist)];
    await answer(first, 0, 'fail').expect(200);
    await done(first);
    const list = async (query: string) =>
      (
        (await core.as(core.managerA).get(`/api/checklist-runs?checklistId=${checklist.id}${query}`))
          .body as Row[]
      ).map(({ id }) => id);
    expect(await list('')).toEqual([second.id, first.id]);
    expect(await list('&state=done')).toEqual([first.id]);
    expect(await list(`&locationId=${core.storeB}`)).toEqual([]);
    const [, line] = await core.csv(
      core.managerA,
      `/api/checklist-runs?checklistId=${checklist.id}&state=done&format=csv`,
    );
    expect(line).toContain(`${checklist.name},Store A,Done,1,1,1,0,`);
  });
});

describe('what fails', () => {
  let checklist: ChecklistResponse;
  beforeAll(async () => {
    const cooler = { kind: 'number', unit: '°F', min: 33, max: 40, onFail: 'ticket', priority: 'high' };
    checklist = await aChecklist(step('Cooler', cooler), step('Floor', { onFail: 'ticket' }), step('Sign'));
  });
  const failing = async () => {
    const run = await walk(checklist);
    await answer(run, 0, 46.5, 'Door was open').expect(200);
    await answer(run, 1, 'pass').expect(200);
    await answer(run, 2, 'fail').expect(200);
    return run;
  };

  it('becomes one ticket, however often it is completed, and then a comment while that is open', async () => {
    const [run, key] = [await failing(), randomUUID()];
    const responses = await Promise.all([complete(run, key), complete(run, key), complete(run, key)]);
    const [first] = responses;
    expect(first.status).toBe(200);
    for (const { body } of responses) expect(body).toEqual(first.body);
    const { followUps } = await read(run.id);
    expect(followUps).toEqual([{ stepId: checklist.steps[0]?.id, ticketId: expect.any(String) }]);
    const ticketId = followUps[0]?.ticketId ?? '';
    expect(await core.count('core.tickets WHERE follow_up_run_id = $1', run.id)).toBe(1);
    expect(await talk.getTicket(core.managerA, ticketId)).toMatchObject({
      title: 'Cooler',
      description: `${checklist.name}\n46.5 °F\nDoor was open`,
      priority: 'high',
      ticketType: 'repair',
      createdBy: core.managerA.userId,
      via: 'checklist',
      followUpOf: { runId: run.id, stepId: checklist.steps[0]?.id },
    });
    const again = await done(await failing());
    expect(again.followUps).toEqual(followUps);
    const [, comment] = await talk.timeline(core.managerA, ticketId);
    expect(comment).toMatchObject({ kind: 'commented', comment: { body: 'Failed again', via: 'checklist' } });
    await talk.changeTicket(core.admin, ticketId, { status: 'solved' });
    expect((await done(await failing())).followUps).not.toEqual(followUps);
  });

  it('becomes one ticket of a store, also when two runs are completed at once', async () => {
    const own = await aChecklist(step('Door', { onFail: 'ticket' }));
    const runs = await Promise.all([walk(own), walk(own), walk(own)]);
    for (const run of runs) await answer(run, 0, 'fail').expect(200);
    const all = await Promise.all(runs.map(done));
    expect(new Set(all.map(({ followUps }) => followUps[0]?.ticketId)).size).toBe(1);
  });
});

describe('the checklist of a ticket', () => {
  it('is one at a time, blocks solving, follows the ticket and stands in its timeline', async () => {
    const checklist = await aChecklist(step('Floor'));
    const ticket = await core.create<TicketResponse>('tickets');
    const address = `/api/tickets/${ticket.id}/checklist-runs`;
    const run = await begin(address, { checklistId: checklist.id });
    expect((await core.send('post', address, { checklistId: checklist.id })).status).toBe(409);
    const solve = (more: object = {}) =>
      core.send('patch', `/api/tickets/${ticket.id}`, { status: 'solved', ...more });
    expect((await solve()).body).toMatchObject({
      missing: ['checklist'],
      detail: 'Finish the checklist first.',
    });
    await answer(run, 0, 'fail').expect(200);
    await answer(run, 0, 'pass', 'Mopped').expect(200);
    const lines = (await talk.timeline(core.managerA, ticket.id)).slice(1);
    expect(lines.map(({ kind, checklist: shown }) => [kind, shown?.result, shown?.note])).toEqual([
      ['checklist_started', undefined, undefined],
      ['checklist_answered', 'fail', null],
      ['checklist_answered', 'pass', 'Mopped'],
    ]);
    await core.send('patch', `/api/tickets/${ticket.id}`, { locationId: core.storeB }).expect(200);
    await core.as(core.managerA).get(`/api/checklist-runs/${run.id}`).expect(404);
    // A waiver covers it, and the run stays open.
    expect((await solve({ waive: 'Store is closed' })).body).toMatchObject({
      waiver: { missing: ['checklist'] },
    });
    expect((await core.send('post', address, { checklistId: checklist.id })).status).toBe(409);
    await complete(run, undefined, core.managerB).expect(200);
    await core.as(core.admin).delete(`/api/tickets/${ticket.id}`).expect(204);
    await core.as(core.admin).get(`/api/checklist-runs/${run.id}`).expect(404);
  });
});

describe('an occurrence of a recurring task with a checklist', () => {
  const occurrence = async (...steps: object[]) => {
    const { id } = await aChecklist(...steps);
    const recurring = await core.create('recurring-tasks', { checklistId: id });
    await core.query(
      `UPDATE core.recurring_tasks SET next_occurrence = now() - interval '1 minute' WHERE id = $1`,
      [recurring.id],
    );
    const runs = () =>
      core.query<{ id: string; task: string }>(
        'SELECT id, task_id AS task FROM core.checklist_runs WHERE checklist_id = $1',
        [id],
      );
    await core.runUntil([Scheduler], async () => (await runs()).length > 0);
    const [run] = await runs();
    return { run: await read(run?.id ?? ''), task: `/api/tasks/${run?.task}` };
  };

  it('has its run, and each completes the other', async () => {
    const { run, task } = await occurrence(step('Floor', { onFail: 'ticket' }));
    expect(run).toMatchObject({ state: 'open', createdBy: null });
    const finish = () => core.send('patch', task, { completed: true }, core.managerA);
    expect((await finish()).body).toMatchObject({ status: 409, missing: ['Floor'] });
    expect((await core.as(core.managerA).get(task)).body).toMatchObject({ completed: false });
    await answer(run, 0, 'fail').expect(200);
    expect((await finish()).body).toMatchObject({ completed: true });
    expect(await read(run.id)).toMatchObject({ state: 'done', followUps: [{ stepId: run.steps[0]?.id }] });
    const other = await occurrence(step('Door', { required: false }));
    await done(other.run);
    expect((await core.as(core.managerA).get(other.task)).body).toMatchObject({ completed: true });
  });

  it('is refused with a checklist that does not exist', async () => {
    expect((await core.post('recurring-tasks', { checklistId: STEP_ID })).body).toMatchObject({
      errors: { checklistId: expect.any(Array) },
    });
  });
});

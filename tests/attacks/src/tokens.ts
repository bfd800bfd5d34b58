import { randomUUID } from 'node:crypto';
import type { Family } from './attack.ts';
import { textOf } from './caller.ts';
import type { Person, Stage } from './stage.ts';

const roles = ['admin', 'district_manager'] as const;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** A token of a person that may do all that they may. */
async function tokenOf(person: Person): Promise<{ id: string; token: string }> {
  const created = await person.ask('POST', '/api/tokens', { name: 'attack' });
  return { id: textOf(created, 'id'), token: textOf(created, 'token') };
}

/** One call to each service with a token: their statuses. */
async function statusesWith(stage: Stage, token: string): Promise<string> {
  const statuses: number[] = [];
  for (const path of ['/api/user', '/api/tickets?limit=1', `/api/tickets/${randomUUID()}/attachments`]) {
    statuses.push((await stage.anonymous.ask('GET', path, undefined, bearer(token))).status);
  }
  return statuses.join();
}

export const tokens: Family = {
  async 'goes on with a token of somebody reset, deactivated or demoted'(stage, trial) {
    const { admin } = stage;
    const ends = {
      reset: (userId: string) =>
        admin.ask('POST', '/api/admin/reset-user-password', { userId, newPassword: stage.newPassword() }),
      deactivated: (id: string) => admin.ask('PATCH', `/api/users/${id}/active`, { active: false }),
      demoted: (id: string) => admin.ask('PATCH', `/api/users/${id}`, { role: 'district_manager' }),
    };
    for (const role of roles) {
      for (const [name, end] of Object.entries(ends)) {
        if (name === 'demoted' && role !== 'admin') continue;
        const person = await stage.hire(role);
        const { token } = await tokenOf(person);
        trial.expect(`${role}, before`, await statusesWith(stage, token), '200,200,404');
        trial.expect(`${role} ${name}`, (await end(person.id)).status, 200);
        trial.expect(`${role}, ${name}`, await statusesWith(stage, token), '401,401,401');
        await admin.ask('PATCH', `/api/users/${person.id}/active`, { active: true });
        trial.expect(`${role}, ${name} and active`, await statusesWith(stage, token), '401,401,401');
      }
    }
  },

  async 'makes a token last by another, a password, an account or a role'(stage, trial) {
    for (const role of roles) {
      const person = await stage.hire(role);
      const { id, token } = await tokenOf(person);
      const account = { email: `${randomUUID()}@example.com`, firstName: 'Casey', lastName: 'Doe' };
      for (const [method, path, body] of [
        ['POST', '/api/tokens', { name: 'successor' }],
        ['DELETE', `/api/tokens/${id}`, undefined],
        ['POST', '/api/admin/reset-user-password', { userId: person.id, newPassword: stage.newPassword() }],
        ['POST', '/api/register', { ...account, password: stage.newPassword(), role: 'admin' }],
        ['PATCH', `/api/users/${person.id}`, { role: role === 'admin' ? 'district_manager' : 'admin' }],
      ] as const) {
        const { status } = await stage.anonymous.ask(method, path, body, bearer(token));
        trial.expect(`${role}: ${method} ${path}`, status, 403);
      }
    }
  },

  async 'sees or ends the tokens of others'(stage, trial) {
    const [owner, manager, other] = [
      await stage.hire('admin'),
      await stage.hire('district_manager'),
      await stage.hire('admin'),
    ];
    const { id, token } = await tokenOf(owner);
    const path = `/api/users/${owner.id}/tokens`;
    for (const [what, status] of [
      ['a visitor reads', (await stage.anonymous.ask('GET', path)).status],
      ['a visitor ends', (await stage.anonymous.ask('DELETE', `${path}/${id}`)).status],
    ] as const) {
      trial.expect(what, status, 401);
    }
    trial.expect('a manager reads', (await manager.ask('GET', path)).status, 403);
    trial.expect('a manager ends', (await manager.ask('DELETE', `${path}/${id}`)).status, 403);
    const list = await other.ask('GET', path);
    trial.expect('an administrator reads', list.status, 200);
    trial.expect('a secret in the list', list.text.includes(token), false);
    const ended = await other.ask('DELETE', `/api/users/${manager.id}/tokens/${id}`);
    trial.expect('of another user', ended.status, 404);
    trial.expect('the token', await statusesWith(stage, token), '200,200,404');
    trial.expect('an administrator ends', (await other.ask('DELETE', `${path}/${id}`)).status, 204);
    trial.expect('the ended token', await statusesWith(stage, token), '401,401,401');
  },

  async 'creates an account whose creator the audit does not name'(stage, trial) {
    for (const role of roles) {
      const person = await stage.hire(role);
      const query = `?entity=user&action=create&entityId=${person.id}`;
      const { text } = await stage.admin.ask('GET', `/api/audit${query}`);
      const [entry] = JSON.parse(text) as { actorId: string | null }[];
      trial.expect(`the creator of a ${role}`, entry?.actorId, stage.admin.id);
    }
  },
};

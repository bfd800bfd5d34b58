import { randomUUID } from 'node:crypto';
import { type CoreService, unknownId } from './core-service.ts';
import { aReport, intakeOf } from './intake-calls.ts';
import { vendorCallsOf } from './vendor-calls.ts';
import { STEP_ID } from './valid-data.ts';

/** Tables of the rows that routes with an id refer to. */
const tables = ['tickets', 'tasks', 'projects', 'recurring-tasks', 'equipment', 'intake-codes', 'imports'];

/** A valid request for each route, about new data of store A. */
export class RouteCalls {
  readonly vendors: ReturnType<typeof vendorCallsOf>;
  private checklistId = '';

  constructor(private readonly core: CoreService) {
    this.vendors = vendorCallsOf(core);
  }

  /** Bodies for every caller with access, besides those of `core.bodyOf`. */
  private readonly bodies: Record<string, () => object> = {
    'PATCH /api/tickets/:id': () => ({ priority: 'high' }),
    'POST /api/tickets/bulk': () => ({ ids: [unknownId], changes: { priority: 'high' } }),
    'PATCH /api/views/:id': () => ({ query: 'priority=high' }),
    'PUT /api/tickets/:id/watch': () => ({ muted: true }),
    'POST /api/tickets/:id/comments': () => ({ body: 'Please look.' }),
    'PATCH /api/comments/:id': () => ({ body: 'Please look today.' }),
    'PATCH /api/tasks/:id': () => ({ completed: true }),
    'PATCH /api/projects/:id': () => ({ status: 'under way' }),
    'PATCH /api/recurring-tasks/:id': () => ({ active: false }),
    'PATCH /api/equipment/:id': () => ({ status: 'retired' }),
    'PATCH /api/vendors/:id': () => ({ phone: '555-0100' }),
    'PATCH /api/costs/:id': () => ({ amount: '12.50' }),
    'POST /api/tickets/:id/costs': () => ({ kind: 'parts', amount: '12', description: 'Fuse' }),
    'POST /api/tickets/:id/approval': () => ({ decision: 'approve', totalCost: '0' }),
    'PATCH /api/intake-codes/:id': () => ({ active: false }),
    'POST /api/tickets/:id/pause': () => ({ reason: 'other' }),
    'PATCH /api/response-targets/:priority': () => ({ atRiskPercent: 75 }),
    'PATCH /api/completion-rules/:ticketType': () => ({ note: false }),
    'PATCH /api/checklists/:id': () => ({ active: true }),
    'POST /api/checklist-runs': () => ({ checklistId: this.checklistId, locationId: this.core.storeA }),
    'POST /api/tickets/:id/checklist-runs': () => ({ checklistId: this.checklistId }),
    'PUT /api/checklist-runs/:id/answers/:stepId': () => ({ value: 'pass' }),
    'PUT /api/locations/:id/hours': () => ({ hours: [], closures: [] }),
    'PATCH /api/locations/:id': () => ({ phone: '555-0100' }),
    'POST /api/intake/:code': () => aReport,
    'POST /api/intake/:code/reports': () => aReport,
    'POST /api/intake/track/:token/replies': () => ({ body: 'Still cold' }),
    'POST /api/tickets/:id/vendor-jobs': () => ({}),
    'POST /api/vendor-jobs/:id/resend': () => ({}),
    'POST /api/vendor-jobs/:id/return': () => ({ note: 'Still warm' }),
    'POST /api/vendor-quotes/:id/decision': () => ({ decision: 'decline' }),
    'POST /api/intake/jobs/:token/answer': () => ({ name: 'Lee', accept: true }),
    'POST /api/intake/jobs/:token/visit': () => ({
      name: 'Lee',
      visitAt: new Date(Date.now() + 60_000).toISOString(),
    }),
    'POST /api/intake/jobs/:token/comments': () => ({ name: 'Lee', body: 'On my way' }),
    'POST /api/intake/jobs/:token/quotes': () => ({ name: 'Lee', amount: '90', description: 'Fan' }),
    'POST /api/intake/jobs/:token/done': () => ({ name: 'Lee', note: 'Replaced' }),
    'POST /api/managers/assign': () => ({
      managerId: this.core.managerA.userId,
      locationId: this.core.storeA,
    }),
  };

  /** @param id of the target, if it is not to be of store A */
  async ask(route: string, headers: Record<string, string>, id?: string) {
    return this.send(route, await this.addressOf(route, id), headers);
  }

  /** Where a route is about new data of store A. */
  async addressOf(route: string, id?: string): Promise<string> {
    const [method = '', path = ''] = route.split(' ');
    this.checklistId ||= await this.core.insert('checklists');
    const isJob = path.includes('/intake/jobs/');
    const { code, token } = isJob
      ? { code: '', token: (await this.vendors.sent()).token }
      : path.includes('/intake/')
        ? await this.aReportedCode()
        : { code: '', token: '' };
    return path
      .replace(':code', code)
      .replace(':token', token)
      .replace(':managerId', this.core.managerA.userId)
      .replace(':locationId', unknownId)
      .replace(':priority', 'high')
      .replace(':ticketType', 'repair')
      .replace(':stepId', STEP_ID)
      .replace(':id', path.includes(':id') ? (id ?? (await this.targetOf(method, path))) : '')
      .concat(path.endsWith('/similar') ? `?locationId=${this.core.storeA}` : '');
  }

  async send(route: string, url: string, headers: Record<string, string>) {
    const [method = '', path = ''] = route.split(' ');
    const agent = this.core.as().set(headers);
    if (method === 'GET') return agent.get(url);
    if (method === 'DELETE') return agent.delete(url);
    const send = { POST: () => agent.post(url), PUT: () => agent.put(url), PATCH: () => agent.patch(url) };
    if (/^\/api\/imports\/[a-z]+$/.test(path))
      return agent.post(url).type('text/csv').send('storeNumber,name');
    if (method !== 'POST' && method !== 'PUT' && method !== 'PATCH')
      throw new Error(`no request for ${route}`);
    const isCreation = method === 'POST' && /^\/api\/[a-z-]+$/.test(path);
    return send[method]().send(
      this.bodies[route]?.() ?? (isCreation ? this.core.bodyOf(path.slice('/api/'.length)) : undefined),
    );
  }

  /** A code of store A, and the token of a report with it. */
  async aReportedCode(): Promise<{ code: string; token: string }> {
    const intake = intakeOf(this.core);
    const { code } = await intake.code();
    return { code, token: (await intake.report(code)).trackingToken };
  }

  /** The id of a row of store A as the target of the request. */
  private async targetOf(method: string, path: string): Promise<string> {
    const { core, vendors } = this;
    const { userId } = core.managerA;
    const collection = path.split('/')[2] ?? '';
    if (collection === 'vendor-jobs') return (await vendors.sent()).job.id;
    if (collection === 'vendor-quotes') return this.aQuote();
    if (path.endsWith('/vendor-jobs')) return (await vendors.unsent()).id;
    if (collection === 'comments')
      return core.insert('ticket_comments', {
        ticket_id: await core.insert('tickets'),
        author_id: userId,
        body: 'Look.',
      });
    if (collection === 'costs')
      return core.insert('ticket_costs', { ticket_id: await core.insert('tickets') });
    if (collection === 'bulk-changes')
      return core.insert('bulk_changes', { created_by: userId, changes: '{}' });
    if (collection === 'views')
      return core.insert('views', { owner_id: userId, name: randomUUID(), screen: 'tickets', query: '' });
    if (collection === 'checklists') return core.insert('checklists');
    if (collection === 'checklist-runs')
      return core.insert('checklist_runs', { checklist_id: this.checklistId });
    if (collection === 'vendors') return core.insert('vendors', { location_ids: [core.storeA] });
    if (collection === 'intake-codes') return (await intakeOf(core).code()).id;
    if (tables.includes(collection)) return core.insert(collection.replace('-', '_'));
    if (path.endsWith('/archive') || path.endsWith('/restore'))
      return core.createStore('Closing', { archived_at: path.endsWith('/restore') ? new Date() : null });
    return method === 'DELETE' && collection === 'locations' ? core.createStore('Closing') : core.storeA;
  }

  /** The id of a new quote about a ticket of store A. */
  private async aQuote(): Promise<string> {
    const { token, ticket } = await this.vendors.sent();
    await this.vendors.call(token, 'quotes', { amount: '90', description: 'Fan' });
    const [job] = await this.vendors.jobs(ticket.id);
    return job?.quotes[0]?.id ?? '';
  }
}

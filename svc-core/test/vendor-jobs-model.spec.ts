import { expect, it } from '@jest/globals';
import { conversationOf } from './conversation.ts';
import { useOwnCoreService } from './core-service.ts';
import { vendorCallsOf } from './vendor-calls.ts';

const core = useOwnCoreService({ WRITES_PER_MINUTE: '1000000', WRITES_PER_MINUTE_AND_ADDRESS: '1000000' });
const talk = conversationOf(core);
const { call, jobs, sent, staff } = vendorCallsOf(core);

/** Changes a ticket, which throws where it is refused. */
const changed = async (ticketId: string, fields: object) => {
  await talk.changeTicket(core.admin, ticketId, fields);
  return { status: 200 };
};

// A generator with a seed: the same orders in each run.
let seed = 57;
const random = (below: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * below);
};

/** A job as it should be. */
interface Model {
  state: string;
  quotes: string[];
  solved: boolean;
  costs: number;
  comments: number;
}

const quoted = (model: Model, state: string): void => {
  model.quotes = model.quotes.map((each) => (each === 'open' ? state : each));
};
const isIn = ({ state }: Model, ...states: string[]): boolean => states.includes(state);

/** What both sides may do: the call, whether it succeeds, and what it then does to the model. */
const actions: readonly {
  name: string;
  ask: (at: {
    token: string;
    id: string;
    ticketId: string;
    quoteId: string;
  }) => PromiseLike<{ status: number }>;
  isPossible: (model: Model) => boolean;
  effect: (model: Model) => void;
}[] = [
  {
    name: 'accept',
    ask: ({ token }) => call(token, 'answer', { accept: true }),
    isPossible: (model) => isIn(model, 'sent', 'declined') && !model.solved,
    effect: (model) => (model.state = 'accepted'),
  },
  {
    name: 'decline',
    ask: ({ token }) => call(token, 'answer', { accept: false, reason: 'No' }),
    isPossible: (model) => isIn(model, 'sent'),
    effect: (model) => {
      model.state = 'declined';
      quoted(model, 'declined');
    },
  },
  {
    name: 'quote',
    ask: ({ token }) => call(token, 'quotes', { amount: '10', description: 'x' }),
    isPossible: (model) => isIn(model, 'sent', 'accepted'),
    effect: (model) => {
      quoted(model, 'replaced');
      model.quotes.push('open');
    },
  },
  {
    name: 'comment',
    ask: ({ token }) => call(token, 'comments', { body: 'x' }),
    isPossible: (model) => isIn(model, 'sent', 'accepted', 'done'),
    effect: (model) => (model.comments += 1),
  },
  {
    name: 'visit',
    ask: ({ token }) => call(token, 'visit', { visitAt: new Date(Date.now() + 3_600_000).toISOString() }),
    isPossible: (model) => isIn(model, 'sent', 'accepted'),
    effect: () => undefined,
  },
  {
    name: 'done',
    ask: ({ token }) => call(token, 'done', { note: 'x', amount: '1' }),
    isPossible: (model) => isIn(model, 'accepted'),
    effect: (model) => {
      model.state = 'done';
      model.costs += 1;
    },
  },
  {
    name: 'resend',
    ask: ({ id }) => staff(`vendor-jobs/${id}/resend`, {}, core.admin),
    isPossible: (model) => isIn(model, 'sent', 'accepted', 'done'),
    effect: () => undefined,
  },
  {
    name: 'return',
    ask: ({ id }) => staff(`vendor-jobs/${id}/return`, { note: 'x' }, core.admin),
    isPossible: (model) => isIn(model, 'done'),
    effect: (model) => {
      model.state = 'accepted';
      model.comments += 1;
    },
  },
  {
    name: 'confirm',
    ask: ({ id }) => staff(`vendor-jobs/${id}/confirm`, {}, core.admin),
    isPossible: (model) => isIn(model, 'done'),
    effect: (model) => {
      model.state = 'confirmed';
      model.solved = true;
      quoted(model, 'declined');
    },
  },
  {
    name: 'withdraw',
    ask: ({ id }) => staff(`vendor-jobs/${id}/withdraw`, {}, core.admin),
    isPossible: (model) => isIn(model, 'sent', 'accepted', 'done', 'declined'),
    effect: (model) => {
      model.state = 'withdrawn';
      quoted(model, 'declined');
    },
  },
  {
    name: 'approve',
    ask: ({ quoteId }) => staff(`vendor-quotes/${quoteId}/decision`, { decision: 'approve' }, core.admin),
    isPossible: ({ quotes }) => quotes.at(-1) === 'open',
    effect: (model) => quoted(model, 'approved'),
  },
  {
    name: 'reopen',
    ask: ({ ticketId }) => changed(ticketId, { status: 'incoming' }),
    isPossible: () => true,
    effect: (model) => (model.solved = false),
  },
  {
    name: 'solve',
    ask: ({ ticketId }) => changed(ticketId, { status: 'solved' }),
    isPossible: () => true,
    effect: (model) => {
      // Solving a ticket again changes nothing.
      if (model.solved) return;
      model.solved = true;
      if (isIn(model, 'accepted', 'done')) model.state = 'confirmed';
      else if (isIn(model, 'sent')) model.state = 'withdrawn';
      else return;
      quoted(model, 'declined');
    },
  },
];

it('200 random orders of calls of both sides equal a state machine', async () => {
  const seen = new Set<string>();
  for (let order = 0; order < 200; order += 1) {
    const { job, token, ticket } = await sent();
    const model: Model = { state: 'sent', quotes: [], solved: false, costs: 0, comments: 0 };
    for (let count = 3 + random(9); count > 0; count -= 1) {
      // What ends the work comes less often.
      const action = actions[random(count % 3 === 0 ? actions.length : 8)];
      if (!action) throw new Error('no action');
      const [before] = await jobs(ticket.id, core.admin);
      const at = { token, id: job.id, ticketId: ticket.id, quoteId: before?.quotes[0]?.id ?? job.id };
      const isPossible = action.isPossible(model);
      const { status } = await action.ask(at);
      expect([order, action.name, model.state, status < 300]).toEqual([
        order,
        action.name,
        model.state,
        isPossible,
      ]);
      seen.add(`${action.name} ${model.state} ${String(isPossible)}`);
      if (isPossible) action.effect(model);
    }
    const [after] = await jobs(ticket.id, core.admin);
    const present = await talk.getTicket(core.admin, ticket.id);
    expect({
      state: after?.state,
      quotes: after?.quotes.map(({ state }) => state).toReversed(),
      solved: present.status === 'solved',
      costs: Number(present.totalCost),
      comments: present.commentCount,
    }).toEqual(model);
  }
  // All states were reached, and most calls in them.
  expect(seen.size).toBeGreaterThan(60);
}, 300_000);

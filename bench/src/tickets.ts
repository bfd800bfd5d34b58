/**
 * How fast svc-core lists and creates tickets, against the bare server beside this file, with few tickets and with
 * many. `node bench/src/tickets.ts [tickets]` prints one Markdown table. Every figure is a median over rounds in which
 * all the servers take turns, with the least and the most in brackets.
 */
import { runWithBackends } from './backends.ts';
import { createDataset, type Dataset, dropDataset } from './data.ts';
import { fetchOnce, httpRequest, median, type Round, run, type Target } from './load.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const FEW = 1000;
const many = Number(process.argv[2] ?? 1_000_000);
const ROUNDS = 9;
const ROUND_MS = 2000;
const CONNECTIONS = 8;

runWithBackends();

interface Contender {
  server: ServerProcess;
  target: Target;
  rounds: (Round & { cpuMs: number })[];
}

const listOf = ({ cookie }: Dataset): string =>
  httpRequest('GET', '/api/tickets?limit=50', { Cookie: cookie });
const creationIn = ({ cookie, storeId }: Dataset): string =>
  httpRequest(
    'POST',
    '/api/tickets',
    { Cookie: cookie },
    JSON.stringify({ title: 'Oven', description: 'It is cold.', locationId: storeId, ticketType: 'repair' }),
  );

async function measure(contenders: Contender[]): Promise<void> {
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const { server, target, rounds } of contenders) {
      const before = await server.cpuSeconds();
      const result = await run(target, CONNECTIONS, ROUND_MS);
      const cpuMs =
        (((await server.cpuSeconds()) - before) * 1000) / (result.requestsPerSecond * (ROUND_MS / 1000));
      // The first time round is for warming up.
      if (round >= 0) rounds.push({ ...result, cpuMs });
    }
  }
}

/** The bare server answers what the service answers, or the comparison is of two different things. */
async function requireSameAnswers(one: Target, other: Target): Promise<void> {
  const [a, b] = [await fetchOnce(one), await fetchOnce(other)];
  const total = (head: string): string | undefined => /^x-total-count: (\d+)/im.exec(head)?.[1];
  if (a.body !== b.body || total(a.head) !== total(b.head)) {
    throw new Error(`the servers answer differently:\n${a.body.slice(0, 500)}\n${b.body.slice(0, 500)}`);
  }
}

const spread = (values: number[], digits: number): string =>
  `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)})`;
const row = (name: string, { rounds }: Contender, ratios: string): string =>
  `| ${[
    name,
    spread(
      rounds.map(({ requestsPerSecond }) => requestsPerSecond),
      0,
    ),
    spread(
      rounds.map(({ medianMs }) => medianMs),
      2,
    ),
    spread(
      rounds.map(({ cpuMs }) => cpuMs),
      2,
    ),
    ratios,
  ].join(' | ')} |`;
/** Round by round, so that what slows both does not count. */
const ratio = (a: Contender, b: Contender, value: (round: Round) => number): string =>
  spread(
    a.rounds.map((round, index) => value(round) / value(b.rounds[index] ?? round)),
    2,
  );
const speed = ({ requestsPerSecond }: Round): number => requestsPerSecond;
const time = ({ medianMs }: Round): number => medianMs;

const datasets: Dataset[] = [];
const servers: ServerProcess[] = [];
async function contend(kind: 'bare' | 'service', dataset: Dataset): Promise<Contender> {
  const server = await startServer(kind, dataset);
  servers.push(server);
  return { server, target: { port: server.port, request: listOf(dataset), status: 200 }, rounds: [] };
}
const creating = ({ server }: Contender, dataset: Dataset): Contender => ({
  server,
  target: { port: server.port, request: creationIn(dataset), status: 201 },
  rounds: [],
});

try {
  const few = await createDataset('bench_few', FEW);
  datasets.push(few);
  const lots = await createDataset('bench_many', many);
  datasets.push(lots);

  const bareFew = await contend('bare', few);
  const serviceFew = await contend('service', few);
  const bareMany = await contend('bare', lots);
  const serviceMany = await contend('service', lots);
  await requireSameAnswers(bareFew.target, serviceFew.target);
  await requireSameAnswers(bareMany.target, serviceMany.target);
  await measure([bareFew, serviceFew, bareMany, serviceMany]);

  const bareCreate = creating(bareFew, few);
  const serviceCreate = creating(serviceFew, few);
  await measure([bareCreate, serviceCreate]);

  const lotsOf = many.toLocaleString('en');
  console.log(`
| | requests/s | median ms | CPU ms/request | ratio |
|---|---|---|---|---|
${row('list, bare, 1,000 tickets', bareFew, '')}
${row('list, svc-core, 1,000 tickets', serviceFew, `${ratio(serviceFew, bareFew, speed)} of bare requests/s`)}
${row(`list, bare, ${lotsOf} tickets`, bareMany, `${ratio(bareMany, bareFew, time)} × the time at 1,000`)}
${row(`list, svc-core, ${lotsOf} tickets`, serviceMany, `${ratio(serviceMany, bareMany, speed)} of bare requests/s; ${ratio(serviceMany, serviceFew, time)} × the time at 1,000`)}
${row('create, bare', bareCreate, '')}
${row('create, svc-core', serviceCreate, `${ratio(serviceCreate, bareCreate, speed)} of bare requests/s`)}

${ROUNDS} rounds of ${ROUND_MS / 1000} s each, ${CONNECTIONS} connections; median (least–most).`);
} finally {
  for (const server of servers) server.stop();
  for (const dataset of datasets) await dropDataset(dataset);
}

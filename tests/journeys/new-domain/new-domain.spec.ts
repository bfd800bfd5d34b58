import { expect, test } from '@playwright/test';
import { readFile, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CopiedCheckout } from './copied-checkout.ts';
import { password, people, signIn } from '../src/people.ts';

/** A hyphen and an irregular plural: what templates can get wrong. */
const name = 'spare-parts';
const own = /^checkout\/((mf|svc)-spare-parts\/|package-lock\.json)|^registry\/(spare-parts\/|[^/]+$)/;

test('a new domain is made, tested, deployed and used while requests run, and nothing else changes', async ({
  browser,
}) => {
  // Allows for a busy machine; the promised times are measured below.
  test.setTimeout(900_000);
  const times = new Stopwatch();
  const copy = await CopiedCheckout.make();
  try {
    await copy.start();
    times.lap('a copy of the checkout, and its system');

    const before = await copy.hashes(own);
    const processes = await copy.processes();
    expect(Object.keys(before).filter((path) => path.startsWith('registry/shell/')).length).toBeGreaterThan(
      5,
    );
    const traffic = new Traffic(copy.url);
    await traffic.begin();
    times.start();

    await copy.npm('run', 'new', '--', name);
    times.lap('npm run new');
    await Promise.all([`mf-${name}`, `svc-${name}`].map((folder) => copy.npm('test', '-w', folder)));
    times.lap('its tests');
    await copy.npm('run', 'service', '--', 'deploy', name);
    times.lap('the service deployed');
    await copy.npm('run', 'build', '-w', `mf-${name}`);
    await copy.npm('run', 'remote', '--', 'publish', name);
    times.lap('the remote built and published');

    const context = await browser.newContext({ baseURL: copy.url });
    const page = await context.newPage();
    await signIn(page, 'admin');
    await page.getByRole('navigation').getByRole('link', { name: 'Spare parts', exact: true }).click();
    await expect(page.getByText('No spare parts yet')).toBeVisible();
    await page.getByRole('button', { name: 'Add Spare part' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add Spare part' });
    await dialog.getByLabel('Name').fill('Fryer basket');
    await dialog.getByRole('button', { name: 'Add Spare part' }).click();
    await expect(page.getByRole('row').filter({ hasText: 'Fryer basket' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('row').filter({ hasText: 'Fryer basket' })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(`/${name}`);
    const made = times.lap('used in Chromium');

    await page.goto('/api/docs');
    await page.getByRole('searchbox', { name: 'Search all calls' }).fill(`/api/${name}`);
    await expect(page.locator(`[data-path="/api/${name}"]`).first()).toBeVisible();

    // The next release of the service.
    const summary = async () => (await context.request.get(`/api/docs/${name}.json`)).text();
    const controller = join(copy.folder, `svc-${name}/openapi.json`);
    const text = await readFile(controller, 'utf8');
    await writeFile(controller, text.replace('newest first', 'the newest first'));
    await copy.npm('run', 'service', '--', 'deploy', name);
    await expect.poll(summary).toContain('the newest first');
    const kept = await context.request.get(`/api/${name}`);
    expect(await kept.json()).toMatchObject([{ name: 'Fryer basket' }]);
    await context.close();

    const outcomes = await traffic.end();
    times.lap('a second release of the service');
    console.log(
      `${times.report()}\nLive after ${made} s of the promised 600. Requests meanwhile: ${JSON.stringify(outcomes)}`,
    );
    expect
      .soft(Object.keys(outcomes).sort())
      .toEqual([
        'GET / 200',
        'GET /api/tickets?limit=5 200',
        'GET /api/user 200',
        'GET /locations 200',
        'POST /api/tasks 201',
      ]);
    expect.soft(Math.min(...Object.values(outcomes))).toBeGreaterThan(50);
    expect.soft(made).toBeLessThan(600);
    expect.soft(await copy.hashes(own)).toEqual(before);
    expect.soft(await copy.processes()).toEqual({ ...processes, [`svc-${name}`]: expect.any(Number) });
  } finally {
    await copy.remove();
  }
});

/** Sends requests of a signed-in browser in several parallel loops until it is stopped. */
class Traffic {
  private readonly url: string;
  private readonly agent = new Agent({ keepAlive: true });
  private readonly outcomes: Record<string, number> = {};
  private cookie = '';
  private isOver = false;
  private running: Promise<unknown> = Promise.resolve();

  constructor(url: string) {
    this.url = url;
  }

  async begin(): Promise<void> {
    const response = await fetch(`${this.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: people.admin, password }),
    });
    this.cookie = response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
    const locations = await fetch(`${this.url}/api/locations?limit=1`, { headers: { cookie: this.cookie } });
    const [location] = (await locations.json()) as { id: string }[];
    const task = JSON.stringify({ title: 'Checked while a domain is deployed', locationId: location?.id });
    const paths = ['/', '/locations', '/api/user', '/api/tickets?limit=5'];
    this.running = Promise.all([
      ...paths.map((path) => this.repeat('GET', path)),
      this.repeat('POST', '/api/tasks', task),
    ]);
  }

  /** Counts the results by call. */
  async end(): Promise<Record<string, number>> {
    this.isOver = true;
    await this.running;
    this.agent.destroy();
    return this.outcomes;
  }

  private async repeat(method: string, path: string, body?: string): Promise<void> {
    for (let count = 1; !this.isOver; count += 1) {
      const key = `${process.pid}-${count}`;
      const outcome = await this.send(method, path, key, body).then(String, (error: unknown) =>
        String(error),
      );
      const call = `${method} ${path} ${outcome}`;
      this.outcomes[call] = (this.outcomes[call] ?? 0) + 1;
      await sleep(100);
    }
  }

  /** Retries on a closed keep-alive connection, as browsers do; the Idempotency-Key makes that safe for POST. */
  private send(method: string, path: string, key: string, body = ''): Promise<number> {
    return new Promise((resolve, reject) => {
      const headers = {
        cookie: this.cookie,
        ...(body !== '' && { 'content-type': 'application/json', 'idempotency-key': key }),
      };
      const sent = request(new URL(path, this.url), { method, headers, agent: this.agent }, (response) => {
        response.on('error', reject);
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      });
      sent.on('error', (error) => {
        if (sent.reusedSocket) resolve(this.send(method, path, key, body));
        else reject(error);
      });
      sent.end(body);
    });
  }
}

/** Measures the duration of each step. */
class Stopwatch {
  private readonly lines: string[] = [];
  private begun = performance.now();
  private last = this.begun;

  start(): void {
    this.begun = performance.now();
    this.last = this.begun;
  }

  /**
   * Records a step.
   * @returns seconds since the start
   */
  lap(step: string): number {
    const now = performance.now();
    this.lines.push(`${((now - this.last) / 1000).toFixed(1).padStart(7)} s  ${step}`);
    this.last = now;
    return Math.round((now - this.begun) / 1000);
  }

  report(): string {
    return this.lines.join('\n');
  }
}

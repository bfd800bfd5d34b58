import { launchChromium } from './src/chromium.ts';
import { mkdirSync } from 'node:fs';
const url = process.argv[2]!; mkdirSync('/tmp/slow', { recursive: true });
const browser = await launchChromium();
const p0 = await browser.newPage();
await p0.goto(url); await p0.getByRole('button', { name: 'Sign in' }).click();
await p0.getByLabel('Email').fill('admin@example.com'); await p0.getByLabel('Password', { exact: true }).fill('mainstay-demo');
await p0.getByRole('button', { name: 'Login' }).click(); await p0.getByRole('heading', { name: 'Dashboard' }).waitFor();
const state = await p0.context().storageState(); await p0.close();
const screens: [string, boolean][] = [['/auth', false], ['/', true], ['/tickets', true], ['/inbox', true], ['/equipment', true], ['/vendors', true], ['/reports', true], ['/locations', true], ['/managers', true], ['/response-targets', true]];
for (const [path, signed] of screens) {
  const width = path === '/tickets' || path === '/' ? [1280, 360] : [1280];
  for (const w of width) {
  const context = await browser.newContext({ viewport: { width: w, height: 800 }, ...(signed && { storageState: state }) });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', { offline: false, latency: 400, downloadThroughput: 50000, uploadThroughput: 50000 });
  await page.addInitScript(() => { (window as any).cls = 0; new PerformanceObserver((l) => { for (const e of l.getEntries() as any[]) if (!e.hadRecentInput) (window as any).cls += e.value; }).observe({ type: 'layout-shift', buffered: true }); });
  const t0 = Date.now();
  await page.goto(url + path, { waitUntil: 'commit' });
  const name = path === '/' ? 'dashboard' : path.slice(1);
  const log: string[] = [];
  let last = '';
  for (let i = 0; i < 16; i++) {
    await page.waitForTimeout(1200);
    const text = (await page.evaluate(() => document.body?.innerText ?? '').catch(() => '')).replaceAll('\n', ' ');
    const spinner = await page.evaluate(() => !!document.querySelector('.ant-spin, [aria-busy=true], [role=status], svg')).catch(() => false);
    if (text !== last) { log.push(`${Date.now() - t0}:${text.length}${text.length === 0 ? (spinner ? '(spinner)' : '(WHITE)') : ''}`); last = text; await page.screenshot({ path: `/tmp/slow/${name}-${w}-${String(i).padStart(2, '0')}.png` }).catch(() => undefined); }
  }
  console.log(name, w, 'cls', await page.evaluate(() => (window as any).cls.toFixed(4)), log.join(' '));
  await context.close();
  }
}
await browser.close();

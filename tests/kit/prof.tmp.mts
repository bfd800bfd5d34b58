import { launchChromium } from './src/chromium.ts';
import { TraceMap, originalPositionFor } from '@jridgewell/trace-mapping';
import { readFileSync, readdirSync, existsSync } from 'node:fs';
const url = process.argv[2]!, dir = process.argv[3] ?? '/work/main';
const path = '/tickets';
const browser = await launchChromium();
const p0 = await browser.newPage();
await p0.goto(url); await p0.getByRole('button', { name: 'Sign in' }).click();
await p0.getByLabel('Email').fill('admin@example.com'); await p0.getByLabel('Password', { exact: true }).fill('mainstay-demo');
await p0.getByRole('button', { name: 'Login' }).click(); await p0.getByRole('heading', { name: 'Dashboard' }).waitFor();
const state = await p0.context().storageState(); await p0.close();
const maps = new Map<string, TraceMap | null>();
const folders = ['shell/dist/assets', 'shell/dist/assets/as-is', 'shell/node_modules/.cache/federation-runtime', ...['maintenance','inbox'].map((n) => `mf-${n}/dist`)];
const mapOf = (file: string) => {
  const name = file.split('/').pop()!;
  if (!maps.has(name)) {
    const stem = name.replace(/\.[0-9a-f]+\.js$/, '');
    let found: TraceMap | null = null;
    for (const f of folders) { const p = `${dir}/${f}/${name}.map`; if (existsSync(p)) found = new TraceMap(JSON.parse(readFileSync(p, 'utf8'))); }
    if (!found) for (const f of folders) { if (!existsSync(`${dir}/${f}`)) continue; const m = readdirSync(`${dir}/${f}`).find((n) => n.replace(/\.[0-9a-f]+\.js\.map$/, '') === stem && n.endsWith('.js.map') && (f.includes('inbox') === file.includes('inbox'))); if (m) found = new TraceMap(JSON.parse(readFileSync(`${dir}/${f}/${m}`, 'utf8'))); }
    maps.set(name, found);
  }
  return maps.get(name)!;
};
const packageOf = (src: string) => { const m = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(src); if (m) return m[1]!; const w = /\/?((?:packages\/)?[\w-]+\/src\/[\w-]+)/.exec(src); return w ? w[1]! : src; };
const total: Record<string, number> = {}, fn: Record<string, number> = {};
const N = Number(process.argv[4] ?? 4);
for (let i = 0; i < N + 1; i++) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, storageState: state });
  const page = await context.newPage();
  await page.addInitScript(() => {
    (window as any).seen = 0;
    new MutationObserver(() => { if (!(window as any).seen && document.querySelector('[data-card] h3')) { (window as any).seen = 1; (window as any).els = document.querySelectorAll('*').length; requestAnimationFrame(() => setTimeout(() => { (window as any).seen = performance.now(); })); } }).observe(document, { childList: true, subtree: true });
  });
  const cdp = await context.newCDPSession(page);
  await cdp.send('Profiler.enable'); await cdp.send('Profiler.setSamplingInterval', { interval: 200 });
  await cdp.send('Profiler.start');
  await page.goto(url + path);
  await page.waitForFunction(() => (window as any).seen > 1);
  const seen = await page.evaluate(() => (window as any).seen);
  const { profile } = await cdp.send('Profiler.stop');
  if (i === 0) { console.log('elements', await page.evaluate(() => (window as any).els)); }
  else {
  console.log('seen', Math.round(seen));
  const byId = new Map(profile.nodes.map((n) => [n.id, n]));
  let t = profile.startTime;
  const end = profile.endTime;
  profile.samples!.forEach((id, k) => {
    const dt = profile.timeDeltas![k]! / 1000;
    const { callFrame: f } = byId.get(id)!;
    let key = f.functionName.startsWith('(') ? f.functionName : f.url.replace(url, '') || f.functionName;
    let name = f.functionName;
    if (f.url.endsWith('.js')) { const m = mapOf(f.url); if (m) { const o = originalPositionFor(m, { line: f.lineNumber + 1, column: f.columnNumber }); if (o.source) { key = packageOf(o.source); name = (o.name ?? name) + ' ' + o.source.split('/').slice(-2).join('/') + ':' + o.line; } } }
    total[key] = (total[key] ?? 0) + dt / N; fn[key + ' ' + name] = (fn[key + ' ' + name] ?? 0) + dt / N;
  });
  }
  await context.close();
}
console.log(Object.entries(total).sort((a, b) => b[1] - a[1]).slice(0, 40).map(([k, v]) => v.toFixed(1) + ' ' + k).join('\n'));
console.log('---'); console.log(Object.entries(fn).sort((a, b) => b[1] - a[1]).slice(0, 60).map(([k, v]) => v.toFixed(1) + ' ' + k).join('\n'));
await browser.close();

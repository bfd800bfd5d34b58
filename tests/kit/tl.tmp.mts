import { launchChromium } from './src/chromium.ts';
const url = process.argv[2]!;
const browser = await launchChromium();
const p0 = await browser.newPage();
await p0.goto(url); await p0.getByRole('button', { name: 'Sign in' }).click();
await p0.getByLabel('Email').fill('admin@example.com'); await p0.getByLabel('Password', { exact: true }).fill('mainstay-demo');
await p0.getByRole('button', { name: 'Login' }).click(); await p0.getByRole('heading', { name: 'Dashboard' }).waitFor();
const state = await p0.context().storageState(); await p0.close();
for (let i = 0; i < 3; i++) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, storageState: state });
  const page = await context.newPage();
  await page.addInitScript(() => {
    (window as any).seen = 0;
    new MutationObserver(() => { if (!(window as any).seen && document.querySelector('[data-card] h3')) { (window as any).seen = 1; performance.mark('CARDS'); requestAnimationFrame(() => setTimeout(() => { (window as any).seen = performance.now(); performance.mark('SEEN'); })); } }).observe(document, { childList: true, subtree: true });
  });
  if (i === 2) await browser.startTracing(page, { categories: ['devtools.timeline', 'v8', 'disabled-by-default-v8.compile', 'blink.user_timing', 'loading', 'toplevel'] });
  await page.goto(url + '/tickets');
  await page.waitForFunction(() => (window as any).seen > 1);
  if (i === 2) {
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
    const nav = traceEvents.filter((e: any) => e.name === 'navigationStart' && e.args?.data?.documentLoaderURL?.includes('/tickets')).pop();
    const t0 = nav.ts, mine = traceEvents.filter((e: any) => e.pid === nav.pid && e.tid === nav.tid && e.ts >= t0).sort((a: any, b: any) => a.ts - b.ts);
    const tasks = mine.filter((e: any) => /RunTask/.test(e.name) && e.ph === 'X' && e.dur > 2500);
    for (const t of tasks) {
      const kids = mine.filter((e: any) => e !== t && e.ph === 'X' && e.ts >= t.ts && e.ts + e.dur <= t.ts + t.dur && e.dur > 700 && !/RunTask/.test(e.name));
      console.log(((t.ts - t0) / 1000).toFixed(0).padStart(5), (t.dur / 1000).toFixed(1).padStart(6), kids.slice(0, 14).map((k: any) => `${k.name}${k.args?.data?.url ? '(' + k.args.data.url.split('/').pop().slice(0, 22) + ')' : ''} ${(k.dur / 1000).toFixed(1)}`).join(' | '));
    }
    for (const e of mine.filter((e: any) => /CARDS|SEEN|firstPaint|firstContentfulPaint/.test(e.name))) console.log(e.name, ((e.ts - t0) / 1000).toFixed(0));
    console.log('seen', await page.evaluate(() => (window as any).seen));
  }
  await context.close();
}
await browser.close();

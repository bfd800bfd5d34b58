import { launchChromium } from './src/chromium.ts';
const url = process.argv[2]!;
const path = process.argv[3] ?? '/tickets';
const browser = await launchChromium();
const p0 = await browser.newPage();
await p0.goto(url); await p0.getByRole('button', { name: 'Sign in' }).click();
await p0.getByLabel('Email').fill('admin@example.com'); await p0.getByLabel('Password', { exact: true }).fill('mainstay-demo');
await p0.getByRole('button', { name: 'Login' }).click(); await p0.getByRole('heading', { name: 'Dashboard' }).waitFor();
const state = await p0.context().storageState(); await p0.close();
for (let i = 0; i < 2; i++) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, storageState: state });
  const page = await context.newPage();
  page.on('request', (r) => { if (i === 1) console.log('REQ', r.method(), r.url().replace(url, '')); });
  await page.addInitScript(() => {
    (window as any).seen = 0;
    new MutationObserver(() => { if (!(window as any).seen && document.querySelector('[data-card] h3')) { (window as any).seen = 1; requestAnimationFrame(() => setTimeout(() => { (window as any).seen = performance.now(); })); } }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(url + path);
  await page.waitForFunction(() => (window as any).seen > 1);
  await page.waitForTimeout(4000);
  if (i === 1) console.log(await page.evaluate(() => { const s = (window as any).seen; return ['seen ' + s, 'fcp ' + performance.getEntriesByName('first-contentful-paint')[0]?.startTime, ...performance.getEntriesByType('resource').map((e: any) => [Math.round(e.startTime), Math.round(e.responseEnd), e.decodedBodySize, e.initiatorType, e.startTime < s ? 'before' : 'after', e.name.replace(location.origin, '')].join(' '))].join('\n'); }));
  await context.close();
}
await browser.close();

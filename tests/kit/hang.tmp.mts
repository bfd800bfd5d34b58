import { launchChromium } from './src/chromium.ts';
const url = process.argv[2]!;
const browser = await launchChromium();
const page = await browser.newPage();
page.on('console', (m) => console.log('CON', m.text().slice(0, 200))); page.on('pageerror', (e) => console.log('ERR', e.message));
await page.goto(url); await page.getByRole('button', { name: 'Sign in' }).click();
await page.getByLabel('Email').fill('admin@example.com'); await page.getByLabel('Password', { exact: true }).fill('mainstay-demo');
await page.getByRole('button', { name: 'Login' }).click(); await page.getByRole('heading', { name: 'Dashboard' }).waitFor();

import { createServer } from 'node:http';
const server = createServer(() => undefined); await new Promise<void>((r) => server.listen(0, '127.0.0.1', () => r()));
await page.route(/\/remotes\/employees\/[^/]+\/remoteEntry/, (route) => route.continue({ url: `http://127.0.0.1:${(server.address() as any).port}/` }));
const cdp = await page.context().newCDPSession(page); await cdp.send('Network.clearBrowserCache');

const t = Date.now();
await page.goto(url + '/managers', {waitUntil: 'commit'});
for (let i = 0; i < 15; i++) { await page.waitForTimeout(2000); console.log(Date.now() - t, (await page.locator('main').innerText().catch(() => 'no main')).replaceAll('\n', ' | ').slice(0, 200)); }
await browser.close(); server.closeAllConnections(); server.close();

import { parseArgs } from 'node:util';
import { accessMatrix } from './access-matrix.ts';
import { type Attack, type Family, Trial } from './attack.ts';
import { configuration } from './configuration.ts';
import { crossSite } from './cross-site.ts';
import { fields } from './fields.ts';
import { firstAdmin, functions } from './functions.ts';
import { generatedRequests } from './generated-requests.ts';
import { headers } from './headers.ts';
import { input } from './input.ts';
import { intake } from './intake.ts';
import { logs } from './logs.ts';
import { objects } from './objects.ts';
import { photos } from './photos.ts';
import { sessions } from './sessions.ts';
import { signInTime } from './sign-in-time.ts';
import { setStage, type Stage } from './stage.ts';
import { tokens } from './tokens.ts';
import { uploads } from './uploads.ts';

/** In this order: what looks for traces comes after what leaves them, and the last one needs a system without users. */
const families: Record<string, Family> = {
  'access-matrix': accessMatrix,
  objects,
  functions,
  fields,
  sessions,
  tokens,
  'sign-in-time': signInTime,
  'cross-site': crossSite,
  input,
  uploads,
  intake,
  photos,
  configuration,
  'generated-requests': generatedRequests,
  headers,
  logs,
  'first-admin': firstAdmin,
};

const { values, positionals } = parseArgs({
  // The short form is what `npm test` runs: every attack, with fewer repetitions where these take minutes.
  options: { short: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const names = positionals.length > 0 ? positionals : Object.keys(families);
const unknown = names.filter((name) => !(name in families));
if (unknown.length > 0) {
  console.error(`There is no family ${unknown.join(', ')}; there are ${Object.keys(families).join(', ')}.`);
  process.exit(1);
}

const stage = await setStage({ isShort: values.short });
const count = { passed: 0, failed: 0 };
try {
  for (const [name, family] of Object.entries(families)) {
    if (!names.includes(name)) continue;
    for (const [title, attack] of Object.entries(family)) {
      const outcome = await tryOut(stage, attack, `${name}: ${title}`);
      count[outcome] += 1;
    }
  }
} finally {
  await stage.stop();
}
console.log(`${count.passed} passed, ${count.failed} failed`);
process.exitCode = count.failed === 0 ? 0 : 1;

async function tryOut(on: Stage, attack: Attack, title: string): Promise<'passed' | 'failed'> {
  const trial = new Trial();
  const begun = performance.now();
  try {
    await attack(on, trial);
    if (trial.tries === 0) trial.breaches.push('nothing was tried');
  } catch (error) {
    trial.breaches.push(
      `the attack broke off: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }
  const outcome = trial.breaches.length === 0 ? 'passed' : 'failed';
  const figure = trial.figure === undefined ? '' : `; ${trial.figure}`;
  const seconds = Math.round((performance.now() - begun) / 1000);
  console.log(
    `${outcome.padEnd(6)}  ${title} — ${trial.tries} tries, ${trial.breaches.length} through${figure} (${seconds} s)`,
  );
  for (const breach of trial.breaches.slice(0, 10)) console.log(`          ${breach}`);
  return outcome;
}

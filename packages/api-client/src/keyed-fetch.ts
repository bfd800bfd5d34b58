import { patientFetch } from './patient-fetch.ts';
import { readProblem } from './problem.ts';

const KEY = 'Idempotency-Key';

/**
 * {@link patientFetch} with a key on each POST that has none, so that a repeated one happens once. A call that takes no
 * key refuses it before it does anything, and is sent without.
 */
export async function keyedFetch(request: Request): Promise<Response> {
  if (request.method !== 'POST' || request.headers.has(KEY)) return patientFetch(request);
  const keyed = request.clone();
  keyed.headers.set(KEY, crypto.randomUUID());
  const response = await patientFetch(keyed);
  if (response.status !== 400) return response;
  const { errors = {} } = await readProblem(response.clone());
  return KEY in errors ? patientFetch(request) : response;
}

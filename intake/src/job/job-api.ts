import { type components as attachmentsComponents } from '@mainstay/svc-attachments/openapi';
import { type components as coreComponents } from '@mainstay/svc-core/openapi';
import { call } from '../api/call.ts';
import { has, isGrant, isObject } from '../api/intake-api.ts';
import { type PhotoGrant } from '../api/intake-types.ts';

type Core = coreComponents['schemas'];

/** A work order as the service describes it; one whose link is dead has no more than these three. */
export type JobAnswer = Core['VendorPageResponse'];
/** One whose link works. */
export type Job = Required<JobAnswer>;
export type Purpose = attachmentsComponents['schemas']['GrantVendorPhotoRequest']['purpose'];

/** What is sent by each call. */
interface JobCalls {
  answer: Core['AnswerJobRequest'];
  visit: Core['SetVisitRequest'];
  comments: Core['CommentOnJobRequest'];
  quotes: Core['SendQuoteRequest'];
  done: Core['FinishJobRequest'];
}
export type JobCall = { [Path in keyof JobCalls]: { path: Path; body: JobCalls[Path] } }[keyof JobCalls];

const isJobAnswer = (body: unknown): body is JobAnswer => has(body, { state: 'string', number: 'number' });
export const isJob = (answer: JobAnswer): answer is Job => answer.title !== undefined;

const pathOf = (token: string): string => `/api/intake/jobs/${encodeURIComponent(token)}`;

/**
 * What the vendor is asked to do.
 * @throws as `call`; 404: the link leads to nothing
 */
export const readJob = (token: string): Promise<JobAnswer> => call('GET', pathOf(token), isJobAnswer);

/**
 * Does one thing. The same key does it once, however often it is sent.
 * @throws as `call`; 409: the state of the work order does not allow it
 */
export const sendToJob = (token: string, { path, body }: JobCall, key: string): Promise<JobAnswer> =>
  call('POST', `${pathOf(token)}/${path}`, isJobAnswer, { body, key });

/** Where photos of a job go. One key grants one place. */
export const photosOfJob = (token: string, body: { name: string; purpose: Purpose }, key: string) => ({
  grant: (): Promise<PhotoGrant> => call('POST', `${pathOf(token)}/photos`, isGrant, { body, key }),
  finish: (id: string): Promise<object> =>
    call('POST', `${pathOf(token)}/photos/${encodeURIComponent(id)}/done`, isObject),
});

import type { RunDetail } from '../src/checklist-runs/checklist-runs.schemas.ts';
import type { ChecklistResponse } from '../src/checklists/checklists.schemas.ts';
import type { CoreService } from './core-service.ts';

/** A step that passes or fails. */
export const step = (text: string, more: object = {}) => ({ text, kind: 'pass_fail', ...more });

/** Calls about checklists, by manager A unless another user is named. */
export function checklistsOf(core: CoreService) {
  const succeeded = (response: { status: number; text: string; body: unknown }): RunDetail => {
    if (response.status >= 300) throw new Error(response.text);
    return response.body as RunDetail;
  };
  const begin = async (path: string, body: object, user = core.managerA): Promise<RunDetail> =>
    succeeded(await core.send('post', path, body, user));
  const complete = ({ id }: { id: string }, key?: string, user = core.managerA) => {
    const request = core.as(user).post(`/api/checklist-runs/${id}/complete`);
    return key === undefined ? request : request.set('Idempotency-Key', key);
  };
  return {
    begin,
    complete,
    aChecklist: (...steps: object[]) => core.create<ChecklistResponse>('checklists', { steps }),
    walk: ({ id }: { id: string }, locationId = core.storeA, user = core.managerA) =>
      begin('/api/checklist-runs', { checklistId: id, locationId }, user),
    read: async (id: string, user = core.managerA): Promise<RunDetail> =>
      succeeded(await core.as(user).get(`/api/checklist-runs/${id}`)),
    answer: ({ id, steps }: RunDetail, at: number, value: unknown, note?: string, user = core.managerA) =>
      core
        .as(user)
        .put(`/api/checklist-runs/${id}/answers/${steps[at]?.id}`)
        .send({ value, ...(note !== undefined && { note }) }),
    done: async (run: { id: string }): Promise<RunDetail> => succeeded(await complete(run)),
  };
}

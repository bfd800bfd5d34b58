import { codeOf, CONFIG, derivedCode, hashOfCode, macOf } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../config.ts';
import { type Sql, sql } from '../database/sql.ts';
import type { VendorJob } from './vendor-job.entity.ts';

const PURPOSE = 'vendor';

/** SQL: since when the link of job `j` is dead: 30 days after the job, at the latest after 180 days. */
export const linkEnd: Sql = sql`least(j.linked_at + interval '180 days', j.ended_at + interval '30 days')`;

/** The links of jobs: their tokens are derived, as those of reports (decision 45), and only hashes are stored. */
@Injectable()
export class VendorLinks {
  private readonly secrets: readonly string[];
  private readonly publicUrl: string;

  constructor(@Inject(CONFIG) { INTAKE_SECRET, PUBLIC_URL }: Config) {
    this.secrets = INTAKE_SECRET;
    this.publicUrl = PUBLIC_URL;
  }

  /** The hash of a new link. */
  hash(jobId: string, generation: number): Buffer {
    const [secret = ''] = this.secrets;
    return hashOfCode(codeOf(macOf(secret, PURPOSE, jobId, String(generation))));
  }

  /** The address of a link; null when its secret was removed since. */
  address({ id, generation, tokenHash }: Pick<VendorJob, 'id' | 'generation' | 'tokenHash'>): string | null {
    const token = derivedCode(this.secrets, tokenHash, PURPOSE, id, String(generation));
    return token === undefined ? null : `${this.publicUrl}/v/${token}`;
  }
}

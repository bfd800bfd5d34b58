import type { Baseline } from '@mainstay/service-kit';
import { comments } from './baseline/comments.ts';
import { costs } from './baseline/costs.ts';
import { counts } from './baseline/counts.ts';
import { deadlines } from './baseline/deadlines.ts';
import { equipment } from './baseline/equipment.ts';
import { imports } from './baseline/imports.ts';
import { intake } from './baseline/intake.ts';
import { locations } from './baseline/locations.ts';
import { tasks } from './baseline/tasks.ts';
import { text } from './baseline/text.ts';
import { tickets } from './baseline/tickets.ts';

/**
 * Readers and referrers are roles that provisioning gives to a service whose service.json reads a table of core, and to
 * its owner (decision 20).
 */
const access = `
  GRANT USAGE ON SCHEMA core
    TO svc_core, core_readers, core_referrers, attachments_owner, svc_attachments, svc_notifications;`;

const idempotencyKeys = `
  CREATE TABLE core.idempotency_keys (
    user_id uuid NOT NULL,
    operation text NOT NULL,
    key varchar(255) NOT NULL,
    body_hash char(64) NOT NULL,
    answer jsonb,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT pk_idempotency_keys PRIMARY KEY (user_id, operation, key)
  );
  CREATE INDEX ix_idempotency_keys_created_at ON core.idempotency_keys (created_at);
  GRANT SELECT, INSERT, UPDATE, DELETE ON core.idempotency_keys TO svc_core;`;

export const baseline: Baseline = {
  release: '888570047f3e',
  name: 'IndexVendorsAndCosts1765600003000',
  statements: [
    access,
    text,
    ...locations,
    ...equipment,
    tickets,
    ...comments,
    ...intake,
    ...deadlines,
    costs,
    ...tasks,
    ...counts,
    imports,
    idempotencyKeys,
  ],
};

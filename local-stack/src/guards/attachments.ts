import type { Guard } from './guard.ts';

/** Checks in svc-attachments. */
export const attachments: readonly Guard[] = [
  {
    name: 'scope: the attachments of a ticket',
    file: 'svc-attachments/src/attachments/attachments.repository.ts',
    remove: "WHERE t.id = $1 AND ${isVisibleTo('$2')}`,",
    put: 'WHERE t.id = $1 AND ($2::uuid IS NULL OR true)`,',
    test: 'svc-attachments/test/attachments.spec.ts',
  },
  {
    name: 'scope: the download of an attachment',
    file: 'svc-attachments/src/attachments/attachments.repository.ts',
    remove: "WHERE t.id = a.ticketId AND ${isVisibleTo(':manager')})`",
    put: 'WHERE t.id = a.ticketId)`',
    test: 'svc-attachments/test/attachments.spec.ts',
  },
  {
    name: 'scope: the removal of an attachment',
    file: 'svc-attachments/src/attachments/attachments.repository.ts',
    remove: "ticket_id IN (SELECT t.id FROM core.tickets t WHERE ${isVisibleTo(':manager')})`",
    put: 'ticket_id IN (SELECT t.id FROM core.tickets t)`',
    test: 'svc-attachments/test/attachments.spec.ts',
  },
  {
    name: 'attachments: to a comment on this ticket',
    file: 'svc-attachments/src/attachments/attachments.repository.ts',
    remove: 'AND ticket_id = $2 AND author_id',
    put: 'AND $2::uuid IS NOT NULL AND author_id',
    test: 'svc-attachments/test/record-attachment.spec.ts',
  },
  {
    name: 'attachments: to a comment of one’s own',
    file: 'svc-attachments/src/attachments/attachments.repository.ts',
    remove: 'AND author_id = $3 AND',
    put: 'AND $3::uuid IS NOT NULL AND',
    test: 'svc-attachments/test/record-attachment.spec.ts',
  },
  {
    name: 'attachments: to no removed comment',
    file: 'svc-attachments/src/attachments/attachments.repository.ts',
    remove: ' AND author_id = $3 AND removed_at IS NULL`',
    put: ' AND author_id = $3`',
    test: 'svc-attachments/test/record-attachment.spec.ts',
  },
  {
    name: 'uploads: twenty open',
    file: 'svc-attachments/src/attachments/upload-grants.service.ts',
    remove: 'await this.requireRoom(transaction, userId);',
    test: 'svc-attachments/test/upload-grants.spec.ts',
  },
  {
    name: 'quota: when it is recorded',
    file: 'svc-attachments/src/attachments/attachments.service.ts',
    remove: 'await this.quota.takeRoom(transaction, ticketId, size);',
    test: 'svc-attachments/test/storage-quota.spec.ts',
  },
  {
    name: 'records: unknown fields',
    file: 'svc-attachments/src/attachments/attachments.schemas.ts',
    remove: 'recordAttachmentRequest = z\n  .strictObject(',
    put: 'recordAttachmentRequest = z\n  .object(',
    test: 'svc-attachments/test/record-attachment.spec.ts',
  },
];

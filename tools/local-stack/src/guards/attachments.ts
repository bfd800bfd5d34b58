import { checksIn } from './guard.ts';

const check = checksIn('svc-attachments');

/** Checks in svc-attachments. */
export const attachments = [
  check('src/attachments/attachments.repository.ts', 'test/attachments.spec.ts', {
    'scope: the attachments of a ticket':
      "WHERE t.id = $1 AND «${isVisibleTo('$2')} → ($2::uuid IS NULL OR true)»`,",
    'scope: the download of an attachment': "WHERE t.id = a.ticketId« AND ${isVisibleTo(':manager')}»)`",
    'scope: the removal of an attachment':
      "ticket_id IN (SELECT t.id FROM core.tickets t« WHERE ${isVisibleTo(':manager')}»)`",
  }),
  check('src/attachments/attachments.repository.ts', 'test/comment-attachments.spec.ts', {
    'attachments: to a comment on this ticket': 'AND «ticket_id = $2 → $2::uuid IS NOT NULL» AND author_id',
    'attachments: to a comment of one’s own': 'AND «author_id = $3 → $3::uuid IS NOT NULL» AND',
    'attachments: to no removed comment': ' AND author_id = $3« AND removed_at IS NULL»`',
  }),
  check('src/attachments/upload-grants.service.ts', 'test/upload-grants.spec.ts', {
    'uploads: twenty open': 'await this.requireRoom(transaction, userId);',
  }),
  check('src/attachments/attachments.service.ts', 'test/storage-quota.spec.ts', {
    'quota: when it is recorded': 'await this.quota.takeRoom(transaction, ticketId, size);',
  }),
  check('src/attachments/attachments.schemas.ts', 'test/record-attachment.spec.ts', {
    'records: unknown fields': 'recordAttachmentRequest = z\n  «.strictObject → .object»(',
  }),
  check('src/report-photos/tracked-reports.ts', 'test/report-photo-grants.spec.ts', {
    'photos: tracking has not ended': ' AND (r.tracking_until IS NULL OR r.tracking_until > now())',
    'photos: not while the location is being removed':
      '«\n               AND EXISTS (SELECT FROM core.locations l WHERE l.id = t.location_id)»`',
  }),
  check('src/report-photos/report-photos.service.ts', 'test/report-photo-grants.spec.ts', {
    'photos: a photo of this report':
      'this.photos.findOneBy(«{ id, reportId } → reportId ? { id } : { id, reportId }»)',
    'photos: five of a report at once':
      'private async requirePlace(transaction: EntityManager, reportId: string): Promise<void> {«\n    await lockPhotos(transaction, reportId);»',
    'photos: an unused one gives its place back':
      'OR «(closed_at IS NULL AND expires_at > clock_timestamp()) → closed_at IS NULL»',
  }),
  check('src/report-photos/report-photos.service.ts', 'test/report-photos.spec.ts', {
    'photos: a refused one gives its place back':
      'OR («closed_at IS NULL AND »expires_at > clock_timestamp())',
    'photos: one attachment of each':
      'AND «recorded_at IS NULL AND »closed_at IS NULL\n                 AND expires_at',
    'photos: the quota of the location':
      'await this.quota.takeRoom(transaction, ticketId, fileSize, NO_ROOM);',
    'photos: the original is removed':
      'await this.removals.cancel(transaction, removal);«\n    await this.removals.add(transaction, uploadedKey(id));»',
  }),
  check('src/sweeper/object-removals.ts', 'test/report-photos.spec.ts', {
    'photos: what comes after a photo was recorded is removed':
      "INSERT INTO attachments.object_removals (object_key) SELECT 'uploads/' || id FROM «ended → ended WHERE false»\n",
  }),
].flat();

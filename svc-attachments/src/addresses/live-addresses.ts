import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, MoreThan, type Repository } from 'typeorm';
import { AttachmentsRepository } from '../attachments/attachments.repository.ts';
import { UploadGrantsService } from '../attachments/upload-grants.service.ts';
import { User } from '../database/published/user.entity.ts';
import { ReportPhoto } from '../report-photos/report-photo.entity.ts';
import { TrackedReports } from '../report-photos/tracked-reports.ts';
import type { Holder } from '../storage/storage.ts';

/** Whether a signed address, whose time is not over, still allows what it was signed for. */
@Injectable()
export class LiveAddresses {
  constructor(
    @InjectRepository(User) private readonly users: Repository<User>,
    @InjectRepository(ReportPhoto) private readonly photos: Repository<ReportPhoto>,
    private readonly attachments: AttachmentsRepository,
    private readonly grants: UploadGrantsService,
    private readonly reports: TrackedReports,
  ) {}

  /** Whether the grant of an upload is open: a user's, or that of a photo of a report. */
  async takesBytes(key: string): Promise<boolean> {
    if (await this.grants.isOpen(key)) return true;
    const photo = await this.photos.findOneBy({
      id: key.slice(key.indexOf('/') + 1),
      recordedAt: IsNull(),
      closedAt: IsNull(),
      expiresAt: MoreThan(new Date()),
    });
    return photo !== null && (await this.reports.isTracked(photo.reportId));
  }

  /** Whether a file or a thumbnail is still visible to whom its address was given. */
  async serves(key: string, { userId: id, sessionEpoch }: Holder): Promise<boolean> {
    const user = await this.users.findOneBy({ id, sessionEpoch, active: true });
    return user !== null && this.attachments.isVisibleFile({ userId: id, role: user.role }, key);
  }
}

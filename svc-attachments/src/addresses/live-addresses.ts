import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, MoreThan, type Repository } from 'typeorm';
import { AttachmentsRepository } from '../attachments/attachments.repository.ts';
import { UploadGrantsService } from '../attachments/upload-grants.service.ts';
import { User } from '../database/published/user.entity.ts';
import { LinkedJobs } from '../public-photos/linked-jobs.ts';
import { PublicPhoto } from '../public-photos/public-photo.entity.ts';
import { TrackedReports } from '../public-photos/tracked-reports.ts';
import type { Holder } from '../storage/storage.ts';

/** Whether a signed address, whose time is not over, still allows what it was signed for. */
@Injectable()
export class LiveAddresses {
  constructor(
    @InjectRepository(User) private readonly users: Repository<User>,
    @InjectRepository(PublicPhoto) private readonly photos: Repository<PublicPhoto>,
    private readonly attachments: AttachmentsRepository,
    private readonly grants: UploadGrantsService,
    private readonly reports: TrackedReports,
    private readonly jobs: LinkedJobs,
  ) {}

  /** Whether the grant of an upload is open: a user's, or that of a photo of a report or a job. */
  async takesBytes(key: string): Promise<boolean> {
    if (await this.grants.isOpen(key)) return true;
    const photo = await this.photos.findOneBy({
      id: key.slice(key.indexOf('/') + 1),
      recordedAt: IsNull(),
      closedAt: IsNull(),
      expiresAt: MoreThan(new Date()),
    });
    if (photo?.jobId) return this.jobs.takesPhotos(photo.jobId);
    return photo?.reportId ? this.reports.isTracked(photo.reportId) : false;
  }

  /** Whether a file or a thumbnail is still visible to whom its address was given. */
  async serves(key: string, { userId: id, sessionEpoch }: Holder): Promise<boolean> {
    const user = await this.users.findOneBy({ id, sessionEpoch, active: true });
    return user !== null && this.attachments.isVisibleFile({ userId: id, role: user.role }, key);
  }
}

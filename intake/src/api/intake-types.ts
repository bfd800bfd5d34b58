import { type components as attachmentsComponents } from '@mainstay/svc-attachments/openapi';
import { type components as coreComponents } from '@mainstay/svc-core/openapi';

type Core = coreComponents['schemas'];

/** What a code stands for. */
export type ScannedCode = Core['ScannedCodeResponse'];
export type OpenReport = ScannedCode['open'][number];
export type ReportRequest = Core['CreateReportRequest'];
export type Urgency = ReportRequest['urgency'];
/** What the service made of a report. */
export type CreatedReport = Core['ReportResponse'];
/** How far a report is. */
export type TrackedReport = Core['TrackingResponse'];
export type TrackedState = TrackedReport['state'];
export type TrackUpdate = Core['ReportUpdate'];
/** Where a photo may be put. */
export type PhotoGrant = attachmentsComponents['schemas']['ReportPhotoGrantResponse'];

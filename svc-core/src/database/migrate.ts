import { runMigrations } from '@mainstay/service-kit';
import { PublishFacts1765700000000 } from './migrations/1765700000000-publish-facts.ts';
import { TellDeadlines1765800100000 } from './migrations/1765800100000-tell-deadlines.ts';
import { CompareKeys1765900200000, IndexKeys1765900201000 } from './migrations/1765900200000-compare-keys.ts';
import {
  ValidateApprovals1765900301000,
  WidenSums1765900300000,
} from './migrations/1765900300000-widen-sums.ts';
import { GrantFacts1765900302000 } from './migrations/1765900302000-grant-facts.ts';
import { KeepCountsOfImports1765900100000 } from './migrations/1765900100000-keep-counts-of-imports.ts';
import { OrderDeadlines1765900400000 } from './migrations/1765900400000-order-deadlines.ts';
import {
  FillDeadlineOrder1765900401000,
  IndexDeadlineOrder1765900402000,
} from './migrations/1765900401000-fill-deadline-order.ts';
import { PublishVisibility1765900500000 } from './migrations/1765900500000-publish-visibility.ts';
import { ShareVisibility1765900700000 } from './migrations/1765900700000-share-visibility.ts';
import { IndexRisk1765900800000 } from './migrations/1765900800000-index-risk.ts';
import { IndexRemovedComments1765901000000 } from './migrations/1765901000000-index-removed-comments.ts';
import {
  ProveWork1766100000000,
  ValidateEventKinds1766100001000,
} from './migrations/1766100000000-prove-work.ts';
import { ChangeManyTickets1766200000000 } from './migrations/1766200000000-change-many-tickets.ts';
import { KeepViews1766200001000 } from './migrations/1766200001000-keep-views.ts';
import {
  IndexFollowUps1766200102000,
  ValidateWords1766200101000,
  WalkStores1766200100000,
} from './migrations/1766200100000-walk-stores.ts';
import {
  IndexVendorPhotos1766300002000,
  SendToVendors1766300000000,
  ValidateVendorWords1766300001000,
} from './migrations/1766300000000-send-to-vendors.ts';
import {
  IndexExternalIds1766400001000,
  KeepExternalIds1766400000000,
} from './migrations/1766400000000-keep-external-ids.ts';
import {
  IndexShown1766400101000,
  ShowChanges1766400100000,
} from './migrations/1766400100000-show-changes.ts';
import {
  FillDurations1766471001000,
  FindVisible1766471002000,
  KeepDurations1766471000000,
} from './migrations/1766471000000-keep-durations.ts';
import {
  IndexEquipmentNames1766471100000,
  IndexUnassigned1766471101000,
} from './migrations/1766471100000-index-large-lists.ts';
import { KeepCodes1766500000000 } from './migrations/1766500000000-keep-codes.ts';
import {
  IndexSearches1766600100000,
  SearchAlone1766600101000,
} from './migrations/1766600100000-index-searches.ts';
import { baseline } from './migrations/baseline.ts';

await runMigrations({
  schema: 'core',
  baseline,
  migrations: [
    PublishFacts1765700000000,
    TellDeadlines1765800100000,
    CompareKeys1765900200000,
    IndexKeys1765900201000,
    WidenSums1765900300000,
    ValidateApprovals1765900301000,
    GrantFacts1765900302000,
    KeepCountsOfImports1765900100000,
    OrderDeadlines1765900400000,
    FillDeadlineOrder1765900401000,
    IndexDeadlineOrder1765900402000,
    PublishVisibility1765900500000,
    ShareVisibility1765900700000,
    IndexRisk1765900800000,
    IndexRemovedComments1765901000000,
    ProveWork1766100000000,
    ValidateEventKinds1766100001000,
    ChangeManyTickets1766200000000,
    KeepViews1766200001000,
    WalkStores1766200100000,
    ValidateWords1766200101000,
    IndexFollowUps1766200102000,
    SendToVendors1766300000000,
    ValidateVendorWords1766300001000,
    IndexVendorPhotos1766300002000,
    KeepExternalIds1766400000000,
    IndexExternalIds1766400001000,
    ShowChanges1766400100000,
    IndexShown1766400101000,
    KeepDurations1766471000000,
    FillDurations1766471001000,
    FindVisible1766471002000,
    IndexEquipmentNames1766471100000,
    IndexUnassigned1766471101000,
    KeepCodes1766500000000,
    IndexSearches1766600100000,
    SearchAlone1766600101000,
  ],
});

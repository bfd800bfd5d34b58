import { runMigrations } from '@mainstay/service-kit';
import { CreateLocations1763700100000 } from './migrations/1763700100000-create-locations.ts';
import { CreateTickets1763700200000 } from './migrations/1763700200000-create-tickets.ts';
import { CreateTasks1763700300000 } from './migrations/1763700300000-create-tasks.ts';
import { AuditChanges1763700400000 } from './migrations/1763700400000-audit-changes.ts';
import { AnchorSchedules1763700500000 } from './migrations/1763700500000-anchor-schedules.ts';
import { CountRows1763700600000 } from './migrations/1763700600000-count-rows.ts';
import { SearchShortWords1763700700000 } from './migrations/1763700700000-search-short-words.ts';
import { PublishToRoles1763700800000 } from './migrations/1763700800000-publish-to-roles.ts';
import { RemoveLocations1763700900000 } from './migrations/1763700900000-remove-locations.ts';
import { RemoveProjects1763701000000 } from './migrations/1763701000000-remove-projects.ts';
import { AddTicketNumbers1763701100000 } from './migrations/1763701100000-add-ticket-numbers.ts';
import { NumberTickets1763701101000 } from './migrations/1763701101000-number-tickets.ts';
import { IndexTicketNumbers1763701102000 } from './migrations/1763701102000-index-ticket-numbers.ts';
import { RequireTicketNumbers1763701103000 } from './migrations/1763701103000-require-ticket-numbers.ts';
import { ValidateTicketColumns1763701104000 } from './migrations/1763701104000-validate-ticket-columns.ts';
import { IndexTicketCreators1763701105000 } from './migrations/1763701105000-index-ticket-creators.ts';
import { IndexUnassignedTickets1763701106000 } from './migrations/1763701106000-index-unassigned-tickets.ts';
import { CreateConversations1763701107000 } from './migrations/1763701107000-create-conversations.ts';
import { PublishConversations1763701108000 } from './migrations/1763701108000-publish-conversations.ts';
import { CreateIntake1763701109000 } from './migrations/1763701109000-create-intake.ts';
import { IndexTicketsOfEquipment1763701110000 } from './migrations/1763701110000-index-tickets-of-equipment.ts';
import {
  AddPurchaseOrders1763701111000,
  IndexPurchaseOrders1763701111001,
} from './migrations/1763701111000-add-purchase-orders.ts';
import {
  IndexTextAsPeopleRead1765000001000,
  ReadTextAsPeopleDo1765000000000,
  TidyStoreNumbers1765000002000,
} from './migrations/1765000000000-read-text-as-people-do.ts';
import { GrantByReader1765200000000 } from './migrations/1765200000000-grant-by-reader.ts';
import { CreateDeadlines1765300000000 } from './migrations/1765300000000-create-deadlines.ts';
import { PublishAssignees1765300100000 } from './migrations/1765300100000-publish-assignees.ts';
import { CreateImports1765400000000 } from './migrations/1765400000000-create-imports.ts';
import { ArchiveLocations1765500000000 } from './migrations/1765500000000-archive-locations.ts';
import { CreateVendors1765600000000 } from './migrations/1765600000000-create-vendors.ts';
import {
  CreateCosts1765600001000,
  ValidateCosts1765600002000,
} from './migrations/1765600001000-create-costs.ts';
import { IndexVendorsAndCosts1765600003000 } from './migrations/1765600003000-index-vendors-and-costs.ts';
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

await runMigrations({
  schema: 'core',
  migrations: [
    CreateLocations1763700100000,
    CreateTickets1763700200000,
    CreateTasks1763700300000,
    AuditChanges1763700400000,
    AnchorSchedules1763700500000,
    CountRows1763700600000,
    SearchShortWords1763700700000,
    PublishToRoles1763700800000,
    RemoveLocations1763700900000,
    RemoveProjects1763701000000,
    AddTicketNumbers1763701100000,
    NumberTickets1763701101000,
    IndexTicketNumbers1763701102000,
    RequireTicketNumbers1763701103000,
    ValidateTicketColumns1763701104000,
    IndexTicketCreators1763701105000,
    IndexUnassignedTickets1763701106000,
    CreateConversations1763701107000,
    PublishConversations1763701108000,
    CreateIntake1763701109000,
    IndexTicketsOfEquipment1763701110000,
    AddPurchaseOrders1763701111000,
    IndexPurchaseOrders1763701111001,
    ReadTextAsPeopleDo1765000000000,
    IndexTextAsPeopleRead1765000001000,
    TidyStoreNumbers1765000002000,
    GrantByReader1765200000000,
    CreateDeadlines1765300000000,
    PublishAssignees1765300100000,
    CreateImports1765400000000,
    ArchiveLocations1765500000000,
    CreateVendors1765600000000,
    CreateCosts1765600001000,
    ValidateCosts1765600002000,
    IndexVendorsAndCosts1765600003000,
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
  ],
});

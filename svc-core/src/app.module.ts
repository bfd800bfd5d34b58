import { OpenApiDocumentModule, ServiceModule } from '@mainstay/service-kit';
import { type DynamicModule, Module } from '@nestjs/common';
import { join } from 'node:path';
import { AssignmentsModule } from './assignments/assignments.module.ts';
import { ManagerAssignment } from './assignments/manager-assignment.entity.ts';
import { AuditController } from './audit/audit.controller.ts';
import { AuditRepository } from './audit/audit.repository.ts';
import { BulkChange } from './bulk-changes/bulk-change.entity.ts';
import { BulkChangesModule } from './bulk-changes/bulk-changes.module.ts';
import { ChecklistRun } from './checklist-runs/checklist-run.entity.ts';
import { ChecklistRunsModule } from './checklist-runs/checklist-runs.module.ts';
import { Checklist } from './checklists/checklist.entity.ts';
import { ChecklistsModule } from './checklists/checklists.module.ts';
import { CommentMention } from './comments/comment-mention.entity.ts';
import { CommentsModule } from './comments/comments.module.ts';
import { TicketComment } from './comments/ticket-comment.entity.ts';
import { CompletionRule } from './completion-rules/completion-rule.entity.ts';
import { CompletionRulesModule } from './completion-rules/completion-rules.module.ts';
import type { Config } from './config.ts';
import { CountFolding } from './counts/count-folding.ts';
import { DatabaseModule } from './database/database.module.ts';
import { User } from './database/published/user.entity.ts';
import { DueCountsController } from './due-counts/due-counts.controller.ts';
import { DueCountsRepository } from './due-counts/due-counts.repository.ts';
import { Equipment } from './equipment/equipment.entity.ts';
import { EquipmentModule } from './equipment/equipment.module.ts';
import { Import } from './imports/import.entity.ts';
import { ImportsModule } from './imports/imports.module.ts';
import { IntakeCode } from './intake-codes/intake-code.entity.ts';
import { IntakeCodesModule } from './intake-codes/intake-codes.module.ts';
import { IntakeReply } from './intake/intake-reply.entity.ts';
import { IntakeReport } from './intake/intake-report.entity.ts';
import { IntakeModule } from './intake/intake.module.ts';
import { Location } from './locations/location.entity.ts';
import { LocationsModule } from './locations/locations.module.ts';
import { OpeningHoursModule } from './opening-hours/opening-hours.module.ts';
import { PausesModule } from './pauses/pauses.module.ts';
import { TicketStop } from './ticket-stops/ticket-stop.entity.ts';
import { PeopleController } from './people/people.controller.ts';
import { PeopleRepository } from './people/people.repository.ts';
import { Project } from './projects/project.entity.ts';
import { ProjectsModule } from './projects/projects.module.ts';
import { RecurringTask } from './recurring-tasks/recurring-task.entity.ts';
import { RecurringTasksModule } from './recurring-tasks/recurring-tasks.module.ts';
import { ResponseTarget } from './response-targets/response-target.entity.ts';
import { ResponseTargetsModule } from './response-targets/response-targets.module.ts';
import { SimilarTicketsModule } from './similar-tickets/similar-tickets.module.ts';
import { CostsModule } from './costs/costs.module.ts';
import { TicketCost } from './costs/ticket-cost.entity.ts';
import { StatsController } from './stats/stats.controller.ts';
import { StatsRepository } from './stats/stats.repository.ts';
import { Task } from './tasks/task.entity.ts';
import { TasksModule } from './tasks/tasks.module.ts';
import { TicketsModule } from './tickets/tickets.module.ts';
import { Ticket } from './ticket-rows/ticket.entity.ts';
import { TimelineModule } from './timeline/timeline.module.ts';
import { VendorCallsModule } from './vendor-calls/vendor-calls.module.ts';
import { VendorJob } from './vendor-jobs/vendor-job.entity.ts';
import { VendorJobsModule } from './vendor-jobs/vendor-jobs.module.ts';
import { ShownChangesModule } from './shown-changes/shown-changes.module.ts';
import { VendorQuote } from './vendor-jobs/vendor-quote.entity.ts';
import { Vendor } from './vendors/vendor.entity.ts';
import { VendorsModule } from './vendors/vendors.module.ts';
import { View } from './views/view.entity.ts';
import { ViewsModule } from './views/views.module.ts';
import { TicketWatcher } from './watchers/ticket-watcher.entity.ts';
import { WatchersModule } from './watchers/watchers.module.ts';

const entities = [
  User,
  Location,
  ManagerAssignment,
  Vendor,
  Equipment,
  IntakeCode,
  Ticket,
  TicketComment,
  CommentMention,
  TicketWatcher,
  IntakeReport,
  IntakeReply,
  ResponseTarget,
  CompletionRule,
  Checklist,
  ChecklistRun,
  TicketStop,
  TicketCost,
  VendorJob,
  VendorQuote,
  RecurringTask,
  Project,
  Task,
  Import,
  BulkChange,
  View,
];

/**
 * svc-core: locations, assignments, equipment and its codes, vendors, tickets, what is said about them and what they
 * cost, recurring tasks, tasks, projects, views of lists and statistics.
 */
@Module({})
export class AppModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.forRoot({
          name: 'svc-core',
          schema: 'core',
          config,
          entities,
        }),
        OpenApiDocumentModule.forRoot({ name: 'core', file: join(import.meta.dirname, '../openapi.json') }),
        DatabaseModule,
        AssignmentsModule,
        LocationsModule,
        VendorsModule,
        VendorJobsModule,
        VendorCallsModule,
        EquipmentModule,
        IntakeCodesModule,
        SimilarTicketsModule,
        TicketsModule,
        CostsModule,
        CommentsModule,
        TimelineModule,
        WatchersModule,
        IntakeModule,
        RecurringTasksModule,
        TasksModule,
        ProjectsModule,
        ResponseTargetsModule,
        CompletionRulesModule,
        ChecklistsModule,
        ChecklistRunsModule,
        OpeningHoursModule,
        PausesModule,
        ImportsModule,
        BulkChangesModule,
        ViewsModule,
        ShownChangesModule,
      ],
      controllers: [PeopleController, StatsController, DueCountsController, AuditController],
      providers: [PeopleRepository, StatsRepository, DueCountsRepository, AuditRepository, CountFolding],
    };
  }
}

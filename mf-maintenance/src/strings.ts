import { LOCALE } from '@mainstay/web-kit';
import { type Chip } from './cards/board-filter.ts';

const chipNames: Readonly<Record<Chip, string>> = {
  me: 'Mine',
  none: 'Unassigned',
  high: 'High',
  overdue: 'Overdue',
  at_risk: 'At risk',
  needed: 'Needs approval',
  waiting: 'Vendor waiting',
};

/** Why there is nothing, beside what clears the filters. */
const nothing: Readonly<Record<Chip, string>> = {
  me: 'Nothing here is assigned to you.',
  none: 'Everything here is assigned.',
  high: 'Nothing here has a high priority.',
  overdue: 'Nothing here is overdue.',
  at_risk: 'Nothing here is at risk.',
  needed: 'Nothing here needs an approval.',
  waiting: 'No vendor here waits for an answer.',
};

/** The texts of this remote, but for those that only a chunk loaded later needs: they are beside its code. */
export const strings = {
  page: {
    title: 'Maintenance',
    subtitle: 'Tickets and recurring tasks across your stores',
    searchPlaceholder: 'Search tickets and tasks...',
    newMenu: 'New',
    addTicket: 'Add Ticket',
    addRecurringTask: 'Add Recurring Task',
    board: 'Board',
    completed: 'Completed',
    columns: 'Columns',
    noItems: 'No items',
    noCompletedTickets: 'No completed tickets',
    noCompletedTicketsHint: 'Completed tickets will appear here',
    loadFailed: 'The maintenance board could not be loaded.',
    moreFailed: 'More could not be loaded.',
    dialogFailed: 'The dialog could not be loaded.',
    retry: 'Retry',
    count: (count: number, isAtLeast = false) => `${count.toLocaleString(LOCALE)}${isAtLeast ? '+' : ''}`,
    found: (count: string) => `Found: ${count}`,
    skip: (column: string) => `Skip ${column}`,
    select: 'Select',
    views: 'Views',
  },
  tickets: {
    status: { incoming: 'To Acknowledge', in_progress: 'Working', solved: 'Completed' },
    priority: { low: 'Low', medium: 'Medium', high: 'High' },
    type: {
      repair: 'Repair',
      inspection: 'Inspection',
      cleaning: 'Cleaning',
      equipment: 'Equipment',
      other: 'Other',
    },
    comments: (count: number) => `${count.toLocaleString(LOCALE)} ${count === 1 ? 'comment' : 'comments'}`,
    created: 'Ticket created successfully',
    createFailed: 'Failed to create ticket',
    updated: 'Ticket updated successfully',
    updateFailed: 'Failed to update ticket',
    deleted: 'Ticket deleted successfully',
    deleteFailed: 'Failed to delete ticket',
  },
  filter: {
    name: chipNames,
    /** Why there is nothing; undefined if no chip is pressed. */
    nothing: ([chip, ...others]: readonly Chip[]) =>
      chip === undefined || others.length === 0
        ? chip && nothing[chip]
        : 'Nothing here matches all pressed filters.',
    group: {
      assignedTo: 'Assignee',
      priority: 'Priority',
      due: 'Due',
      approval: 'Approval',
      vendorJob: 'Vendor',
    },
    clearSearch: 'Clear search',
    clearFilters: 'Clear filters',
  },
  dragging: {
    hint: 'Press Space to move this ticket to another column.',
    lifted: (title: string, column: string, isByKeyboard: boolean) =>
      `${title} is lifted from ${column}.${isByKeyboard ? ' Choose a column with the arrow keys, drop it with Space, cancel with Escape.' : ''}`,
    over: (title: string, column: string | undefined) => `${title} is over ${column ?? 'no column'}.`,
    dropped: (title: string, column: string) => `${title} was dropped on ${column}.`,
    stays: (title: string, column: string) => `${title} stays in ${column}.`,
  },
  due: {
    paused: (reason: string) => `Paused: ${reason}`,
    overdue: (duration: string) => `Overdue ${duration}`,
    atRisk: 'At risk',
    due: (moment: string) => `Due ${moment}`,
    reason: {
      waiting_vendor: 'waiting for a vendor',
      waiting_parts: 'waiting for parts',
      waiting_approval: 'waiting for approval',
      store_closed: 'the store is closed',
      other: 'another reason',
    },
  },
  report: {
    title: 'Reported by QR code',
    reporter: 'Reporter',
  },
  recurringTasks: {
    frequency: { daily: 'Daily', weekly: 'Weekly', monthly: 'Monthly' },
    next: (date: string, zone?: string) => `Next: ${date}${zone === undefined ? '' : ` (${zone})`}`,
    created: 'Recurring task created successfully',
    createFailed: 'Failed to create recurring task',
    list: 'Recurring Tasks',
    updated: 'Recurring task updated successfully',
    updateFailed: 'Failed to update recurring task',
    deleted: 'Recurring task deleted successfully',
    deleteFailed: 'Failed to delete recurring task',
  },
  assignee: {
    nobody: 'Nobody',
    is: (name: string) => `Assignee: ${name}`,
    left: (name: string) => `${name} has left, or no longer has this store.`,
    changed: (name: string) => `Someone else has changed Assignee to ${name} in the meantime.`,
  },
  costs: {
    warranty: (day: string) => `Under warranty until ${day}. Call the manufacturer before you spend.`,
    kinds: { labor: 'Labor', parts: 'Parts', travel: 'Travel', other: 'Other' },
    loadFailed: 'The costs could not be loaded.',
    repeat: 'Repeat',
    needsApproval: 'Needs approval',
  },
  vendorJob: {
    sent: 'Sent to vendor',
    accepted: 'Vendor accepted',
    declined: 'Vendor declined',
    done: 'Vendor done',
    visit: (day: string) => `Visit ${day}`,
  },
  delete: 'Delete',
  loading: 'Loading...',
  success: 'Success',
} as const;

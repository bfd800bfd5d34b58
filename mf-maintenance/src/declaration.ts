import { declareRemote, links } from '@mainstay/remote-contract';

/** What the shell knows of this remote before loading it. */
export default declareRemote({
  name: 'maintenance',
  screens: [
    {
      path: links.tickets,
      title: 'Maintenance',
      icon: 'tool',
      roles: ['admin', 'district_manager'],
      group: 'main',
      order: 10,
      data: [
        '/api/tickets?status=incoming&limit=50',
        '/api/tickets?status=in_progress&limit=50',
        '/api/recurring-tasks?active=true&limit=50',
        '/api/tickets?status=solved&limit=1',
        '/api/tickets/due',
      ],
    },
    {
      path: links.checklists,
      title: 'Checklists',
      icon: 'document',
      roles: ['admin', 'district_manager'],
      group: 'main',
      order: 12,
      data: ['/api/checklist-runs?state=open&limit=50'],
    },
    {
      path: '/response-targets',
      title: 'Response targets',
      icon: 'clock',
      roles: ['admin'],
      group: 'administration',
      order: 30,
    },
    {
      path: '/completion-rules',
      title: 'Proof of work',
      icon: 'safety',
      roles: ['admin'],
      group: 'administration',
      order: 40,
    },
  ],
  live: {
    attachment: ['/api/tickets'],
    ticket_comment: ['/api/tickets'],
    intake_report: ['/api/tickets'],
    ticket_event: ['/api/tickets'],
    response_target: ['/api/tickets'],
    deadline_change: ['/api/tickets'],
    // Cards show the names of both; a location that is removed or archived takes what is there with it.
    location: ['/api/tickets', '/api/recurring-tasks', '/api/tasks', '/api/checklist-runs'],
    // What is assigned to somebody inactive, or without the store, is unassigned.
    user: ['/api/tickets', '/api/recurring-tasks'],
    manager_assignment: ['/api/tickets', '/api/recurring-tasks'],
    equipment: ['/api/tickets'],
    vendor: ['/api/tickets'],
    ticket_cost: ['/api/tickets'],
    vendor_job: ['/api/tickets'],
    vendor_quote: ['/api/tickets'],
    view: ['/api/views'],
    checklist: ['/api/checklists'],
    checklist_run: ['/api/checklist-runs', '/api/tickets'],
  },
});

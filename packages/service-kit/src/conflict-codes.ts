/** The causes of a 409: what each means, and what to do. */
export const conflicts = {
  // Users and tokens
  email_taken: ['A user with this e-mail address exists.', 'Use another address, or change that user.'],
  own_account: ['Nobody deactivates themselves.', 'Ask another administrator.'],
  last_admin: [
    'There would be no active administrator any more.',
    'Make somebody else an administrator first.',
  ],
  too_many_tokens: ['The user has as many tokens as one may have.', 'Revoke a token first.'],
  // Names and lists
  name_taken: ['There is another one with this name.', 'Use another name, or change that one.'],
  in_use: ['Something else names it, so it cannot be deleted.', 'Deactivate it instead.'],
  too_many_views: ['The user has as many views as one may have.', 'Delete a view first.'],
  store_number_taken: ['Another location has this store number.', 'Use another number.'],
  serial_taken: ['Other equipment has this serial number.', 'Use another one, or change that equipment.'],
  external_id_taken: [
    'Another one has this reference of yours.',
    'Use the one with `existingId`: an earlier request created it.',
  ],
  already_assigned: ['The location is assigned to this employee.', 'Nothing: it is as you want it.'],
  already_archived: ['The location is archived.', 'Nothing: it is as you want it.'],
  not_archived: ['The location is not archived.', 'Nothing: it is as you want it.'],
  location_archived: ['The location is archived: nothing new begins there.', 'Restore the location first.'],
  code_not_shown: [
    'The QR code was created by an earlier request with this key, and its secret can no longer be shown.',
    'Rotate the code to get another secret.',
  ],
  // Tickets
  ticket_solved: ['The ticket is completed.', 'Reopen the ticket first.'],
  ticket_changed: ['The ticket was changed at the same moment.', 'Send the request again.'],
  already_paused: ['The clock of the ticket stands.', 'Resume it first, or leave it as it is.'],
  not_paused: ['The clock of the ticket runs.', 'Nothing: it is as you want it.'],
  too_many_pauses: ['The ticket was paused as often as one may be.', 'Let its clock run.'],
  too_many_reopenings: ['The ticket was reopened as often as one may be.', 'Create a new ticket.'],
  approval_needed: [
    'The costs exceed the limit of the ticket, and no administrator has approved them.',
    'Ask an administrator for `POST /api/tickets/{id}/approval`.',
  ],
  approval_not_needed: ['The costs need no approval.', 'Nothing: the ticket can be completed.'],
  already_declined: ['The costs are declined.', 'Approve them, or wait until they change.'],
  too_many_costs: ['The ticket has as many costs as one may have.', 'Change or remove a cost.'],
  proof_missing: [
    'Tickets of this type need photos, a note or a finished checklist before they are completed.',
    'Provide what `missing` names, or as an administrator send `waive` with a reason.',
  ],
  proof_needed: [
    'A completed ticket needs this picture as its proof.',
    'Reopen the ticket first, or ask an administrator.',
  ],
  already_undone: ['The change of many tickets is undone.', 'Nothing: it is as you want it.'],
  changed_since: ['The ticket was changed after the change of many.', 'Change the ticket by itself.'],
  // Checklists
  checklist_open: ['The ticket has a checklist that is not finished.', 'Finish that one first.'],
  checklist_finished: ['The checklist is finished.', 'Start another run.'],
  steps_open: ['Steps lack an answer or a photo.', 'Answer what `missing` names, then complete the run.'],
  // Work orders of vendors
  with_vendor: ['The ticket has a work order that is under way.', 'Withdraw that one first.'],
  quote_closed: ['The quote was decided or replaced.', 'Read the work order again.'],
  job_sent: ['The vendor has not accepted the work order.', 'Wait for the vendor, or accept it.'],
  job_accepted: ['The vendor has accepted the work order.', 'Wait until the work is done.'],
  job_declined: ['The vendor has declined the work order.', 'Send the ticket to another vendor.'],
  job_done: ['The vendor has marked the work as done.', 'Confirm the work, or return it.'],
  job_confirmed: ['The work is confirmed.', 'Nothing: the work order has ended.'],
  job_withdrawn: ['The work order was withdrawn.', 'Send the ticket again.'],
  job_taken: ['Another vendor has the work order.', 'Nothing: the work is done by somebody else.'],
  work_done: ['The ticket of the work order is completed.', 'Nothing: no work is left.'],
  link_expired: ['The link of the work order has expired.', 'Ask for the work order to be sent again.'],
  no_more_photos: ['The work order takes no photos in its state.', 'Nothing: the work order has ended.'],
  // Files
  not_uploaded: ['Nothing was uploaded to the address of the upload.', 'Upload the file, then record it.'],
  upload_expired: ['The time for the upload has passed.', 'Start another upload.'],
  already_recorded: ['The upload was recorded by an earlier request.', 'Use the file with `existingId`.'],
  file_replaced: ['The file was uploaded again while it was recorded.', 'Record it again.'],
  too_many_photos: ['There are as many photos as there may be.', 'Nothing: no further photo is taken.'],
  // Imports
  preview_ended: ['The preview is older than 24 hours, or was replaced.', 'Choose the file again.'],
  already_applied: ['The file is applied, or is being applied.', 'Read the import to see how far it is.'],
  rows_with_errors: ['Rows of the file have errors.', 'Correct them, or send `skipErrors=true`.'],
  // Reports and mail
  no_reports_now: ['The location takes no reports at the moment.', 'Call the manager of the location.'],
  mail_off: ['This installation sends no e-mail.', 'Ask an administrator to set it up.'],
} as const;

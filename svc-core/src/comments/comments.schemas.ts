import { choice, requiredText, responseId, responseInstant } from '@mainstay/service-kit';
import { z } from 'zod';
import { person } from '../fields/person.ts';

const visibilities = ['team', 'reporter', 'vendor'] as const;

/** A file in the timeline and in a comment. svc-attachments serves it. */
export const attachedFile = z
  .object({
    id: responseId,
    fileName: z.string(),
    fileType: z.string().nullable(),
    fileSize: z.int().meta({ description: 'Bytes.' }),
  })
  .meta({ id: 'AttachedFile', description: 'A file of a ticket; see the attachments of the ticket.' });
export type AttachedFile = z.infer<typeof attachedFile>;

export const commentResponse = z
  .object({
    id: responseId,
    author: person
      .nullable()
      .meta({ description: 'Null for somebody without an account, and once the user was removed.' }),
    authorName: z.string().nullable().meta({ description: 'The name given by somebody without an account.' }),
    body: z.string().nullable().meta({
      description: 'Plain text; `<@uuid>` mentions a user, whose name is in `mentions`. Null once removed.',
    }),
    mentions: z.array(person).meta({ description: 'Whom the text mentions, by their current names.' }),
    visibility: z.enum(visibilities).meta({
      description:
        '`reporter`: also shown to the reporter of a ticket created by a QR code; `vendor`: also to the vendor to whom the ticket was sent. Other tickets have nobody to show it to.',
    }),
    via: z.string().meta({
      description:
        'How it was written: `app`, `api` (with a token), `qr` (by a reporter), `vendor` (by a link), `checklist` (a step failed again); later versions have more.',
    }),
    createdAt: responseInstant,
    editedAt: responseInstant.nullable(),
    removedAt: responseInstant.nullable(),
    version: z.int().meta({ description: 'The ETag is this number in quotes.' }),
    attachments: z.array(attachedFile).meta({ description: 'Oldest first.' }),
  })
  .meta({
    id: 'CommentResponse',
    description: 'A comment on a ticket.',
    examples: [
      {
        id: '01a1fdf3-9a44-7c10-8d7e-51f0b3c6ee09',
        author: { id: '01a1fdf2-77aa-7d20-8e19-6c0b94d1ab03', firstName: 'Tom', lastName: 'Okafor' },
        authorName: null,
        body: '<@01a1fdf2-7b01-7e44-9d0c-22c4a5b8fa10> the fuse is new, please try again.',
        mentions: [{ id: '01a1fdf2-7b01-7e44-9d0c-22c4a5b8fa10', firstName: 'Dana', lastName: 'Whitfield' }],
        visibility: 'team',
        via: 'app',
        createdAt: '2026-03-05T16:21:00.000Z',
        editedAt: null,
        removedAt: null,
        version: 1,
        attachments: [],
      },
    ],
  });
export type CommentResponse = z.infer<typeof commentResponse>;

const body = requiredText(4000).meta({
  description:
    'Plain text; `<@uuid>` mentions a user who can open the ticket. Not in a comment that is visible to somebody without an account.',
});

export const createCommentRequest = z
  .strictObject({ body, visibility: choice(visibilities).default('team') })
  .meta({ id: 'CreateCommentRequest', examples: [{ body: 'The fuse is new, please try again.' }] });
export type CreateCommentRequest = z.infer<typeof createCommentRequest>;

export const updateCommentRequest = z
  .strictObject({ body })
  .meta({ id: 'UpdateCommentRequest', examples: [{ body: 'The fuse is new.' }] });
export type UpdateCommentRequest = z.infer<typeof updateCommentRequest>;

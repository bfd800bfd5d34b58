/** Why somebody is told of a change, the strongest reason first. */
export const kinds = ['mentioned', 'assigned', 'commented', 'status_changed', 'reported'] as const;
export type Kind = (typeof kinds)[number];

/** An item that was just inserted. */
export interface NewItem {
  id: string;
  userId: string;
  kind: Kind;
  /** Null if it is about a QR code. */
  ticketId: string | null;
  codeId: string | null;
  /** When the change was made. */
  createdAt: Date;
}

import { audited, versioned } from './audited.ts';

/**
 * Maintenance tickets (specification, section 3), with their number, who created them and by which way; the purchase
 * order with which a repair is paid; due dates; the vendor who repairs, and the limit above which an administrator must
 * approve. `repeat_of` has no foreign key: a ticket stays a repeat when the one before it is deleted.
 */
export const tickets = `
  CREATE SEQUENCE core.ticket_numbers AS integer;
  CREATE TABLE core.tickets (
    id uuid NOT NULL DEFAULT uuidv7(),
    title varchar(255) NOT NULL,
    description text NOT NULL,
    location_id uuid NOT NULL,
    assigned_to uuid,
    status varchar(20) NOT NULL DEFAULT 'incoming',
    priority varchar(20) NOT NULL DEFAULT 'medium',
    ticket_type varchar(50) NOT NULL,
    notes text,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    completed_at timestamptz(3),
    version integer NOT NULL DEFAULT 1,
    number integer NOT NULL DEFAULT nextval('core.ticket_numbers'),
    created_by uuid,
    via varchar(10) NOT NULL DEFAULT 'app',
    equipment_id uuid,
    purchase_order varchar(40),
    due_at timestamptz(3),
    due_set_at timestamptz(3),
    responded_at timestamptz(3),
    vendor_id uuid,
    spending_limit numeric(12, 2),
    approval varchar(20) NOT NULL DEFAULT 'none',
    approved_amount numeric(12, 2),
    repeat_of uuid,
    CONSTRAINT pk_tickets PRIMARY KEY (id),
    CONSTRAINT uq_tickets_number UNIQUE (number),
    CONSTRAINT fk_tickets_location_id FOREIGN KEY (location_id)
      REFERENCES core.locations (id) ON DELETE CASCADE,
    CONSTRAINT fk_tickets_assigned_to FOREIGN KEY (assigned_to)
      REFERENCES auth.users (id) ON DELETE SET NULL,
    CONSTRAINT fk_tickets_created_by FOREIGN KEY (created_by)
      REFERENCES auth.users (id) ON DELETE SET NULL,
    CONSTRAINT fk_tickets_equipment_id FOREIGN KEY (equipment_id)
      REFERENCES core.equipment (id) ON DELETE SET NULL,
    CONSTRAINT fk_tickets_vendor_id FOREIGN KEY (vendor_id) REFERENCES core.vendors (id),
    CONSTRAINT ck_tickets_status CHECK (status IN ('incoming', 'in_progress', 'solved')),
    CONSTRAINT ck_tickets_priority CHECK (priority IN ('low', 'medium', 'high')),
    CONSTRAINT ck_tickets_ticket_type
      CHECK (ticket_type IN ('repair', 'inspection', 'cleaning', 'equipment', 'other')),
    CONSTRAINT ck_tickets_completed_at CHECK ((status = 'solved') = (completed_at IS NOT NULL)),
    CONSTRAINT ck_tickets_number CHECK (number > 0),
    CONSTRAINT ck_tickets_via CHECK (via IN ('app', 'api', 'qr')),
    CONSTRAINT ck_tickets_spending_limit CHECK (spending_limit >= 0),
    CONSTRAINT ck_tickets_approval CHECK (approval IN ('none', 'needed', 'approved', 'declined')
      AND (approved_amount IS NOT NULL) = (approval = 'approved'))
  );
  ALTER SEQUENCE core.ticket_numbers OWNED BY core.tickets.number;
  GRANT USAGE ON SEQUENCE core.ticket_numbers TO svc_core;
  ${versioned('tickets')}
  ${audited('tickets', 'ticket')}

  -- The lists: everything, and by each filter, newest first.
  CREATE INDEX ix_tickets_created_at ON core.tickets (created_at DESC, id DESC);
  CREATE INDEX ix_tickets_location_id_created_at ON core.tickets (location_id, created_at DESC, id DESC);
  CREATE INDEX ix_tickets_status_created_at ON core.tickets (status, created_at DESC, id DESC);
  CREATE INDEX ix_tickets_priority_created_at ON core.tickets (priority, created_at DESC, id DESC);
  CREATE INDEX ix_tickets_ticket_type_created_at ON core.tickets (ticket_type, created_at DESC, id DESC);
  CREATE INDEX ix_tickets_assigned_to_created_at ON core.tickets (assigned_to, created_at DESC, id DESC)
    WHERE assigned_to IS NOT NULL;
  CREATE INDEX ix_tickets_unassigned_created_at ON core.tickets (created_at DESC, id DESC) WHERE assigned_to IS NULL;
  CREATE INDEX ix_tickets_equipment_id ON core.tickets (equipment_id, created_at DESC, id DESC)
    WHERE equipment_id IS NOT NULL;
  CREATE INDEX ix_tickets_equipment_id_open ON core.tickets (equipment_id)
    WHERE equipment_id IS NOT NULL AND status <> 'solved';
  CREATE INDEX ix_tickets_vendor_id ON core.tickets (vendor_id, created_at DESC, id DESC) WHERE vendor_id IS NOT NULL;
  CREATE INDEX ix_tickets_approval ON core.tickets (approval, created_at DESC, id DESC) WHERE approval <> 'none';
  -- For the removal of a user.
  CREATE INDEX ix_tickets_created_by ON core.tickets (created_by) WHERE created_by IS NOT NULL;
  -- The search.
  CREATE INDEX ix_tickets_title_trgm ON core.tickets USING gin (title gin_trgm_ops);
  CREATE INDEX ix_tickets_title_short_grams ON core.tickets USING gin (core.short_grams(title));
  CREATE INDEX ix_tickets_title_folded ON core.tickets USING gin (core.folded(title) gin_trgm_ops);
  CREATE INDEX ix_tickets_purchase_order_trgm ON core.tickets USING gin (purchase_order gin_trgm_ops)
    WHERE purchase_order IS NOT NULL;
  CREATE INDEX ix_tickets_purchase_order_folded ON core.tickets USING gin (core.folded(purchase_order) gin_trgm_ops)
    WHERE purchase_order IS NOT NULL;

  GRANT SELECT, INSERT, UPDATE, DELETE ON core.tickets TO svc_core;
  GRANT SELECT (id, location_id) ON core.tickets TO core_readers, svc_attachments;
  GRANT SELECT (number, title, status, via, assigned_to) ON core.tickets TO svc_notifications;
  GRANT REFERENCES (id) ON core.tickets TO core_referrers, attachments_owner;`;

import { audited, versioned } from './audited.ts';

export const costs = `
  CREATE TABLE core.ticket_costs (
    id uuid NOT NULL DEFAULT uuidv7(),
    ticket_id uuid NOT NULL,
    kind varchar(20) NOT NULL,
    amount numeric(12, 2) NOT NULL,
    description varchar(255) NOT NULL,
    vendor_id uuid,
    invoice_number varchar(60),
    incurred_on date NOT NULL,
    created_by uuid,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,
    CONSTRAINT pk_ticket_costs PRIMARY KEY (id),
    CONSTRAINT fk_ticket_costs_ticket_id FOREIGN KEY (ticket_id) REFERENCES core.tickets (id) ON DELETE CASCADE,
    CONSTRAINT fk_ticket_costs_vendor_id FOREIGN KEY (vendor_id) REFERENCES core.vendors (id),
    CONSTRAINT fk_ticket_costs_created_by FOREIGN KEY (created_by) REFERENCES auth.users (id) ON DELETE SET NULL,
    CONSTRAINT ck_ticket_costs_kind CHECK (kind IN ('labor', 'parts', 'travel', 'other')),
    CONSTRAINT ck_ticket_costs_amount CHECK (amount BETWEEN -99999.99 AND 999999.99 AND amount <> 0),
    CONSTRAINT ck_ticket_costs_description CHECK (char_length(description) BETWEEN 1 AND 255)
  );
  CREATE INDEX ix_ticket_costs_ticket_id ON core.ticket_costs (ticket_id, incurred_on, created_at, id);
  CREATE INDEX ix_ticket_costs_incurred_on ON core.ticket_costs (incurred_on, created_at, id);
  CREATE INDEX ix_ticket_costs_vendor_id ON core.ticket_costs (vendor_id) WHERE vendor_id IS NOT NULL;
  CREATE INDEX ix_ticket_costs_created_by ON core.ticket_costs (created_by) WHERE created_by IS NOT NULL;
  ${versioned('ticket_costs')}
  ${audited('ticket_costs', 'ticket_cost')}
  GRANT SELECT, INSERT, UPDATE, DELETE ON core.ticket_costs TO svc_core;`;

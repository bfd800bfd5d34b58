import { Entity, PrimaryColumn } from 'typeorm';

/** A row of notifications.delivery_items: an item of a mail. */
@Entity({ schema: 'notifications', name: 'delivery_items', synchronize: false })
export class DeliveryItem {
  @PrimaryColumn('uuid', { name: 'delivery_id' })
  deliveryId: string;

  @PrimaryColumn('uuid', { name: 'item_id' })
  itemId: string;
}

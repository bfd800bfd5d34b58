import { type BadgeVariant } from '@mainstay/ui/base';
import { type Equipment } from '../api/core.ts';

/** How the badge of a status looks. */
export const statusVariants: Record<Equipment['status'], BadgeVariant> = {
  in_service: 'secondary',
  out_of_service: 'destructive',
  retired: 'outline',
};

import { Drawer as AntDrawer } from '@mainstay/ui/drawer';
import { type ReactNode } from 'react';
import { strings } from '../strings.ts';

/** The sidebar on small screens, at the left edge. */
export default function Drawer({
  open,
  onClose,
  children,
}: {
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <AntDrawer
      id="sidebar"
      aria-label={strings.frame.navigation}
      open={open}
      placement="left"
      size="18rem"
      closable={false}
      destroyOnHidden
      styles={{ body: { padding: 0 } }}
      onClose={onClose}
    >
      {children}
    </AntDrawer>
  );
}

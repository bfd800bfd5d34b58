import { screen } from '@testing-library/react';

/** The dialog with a title. Its name is of no use here: antd gives all its parts one id in tests, also the filters. */
export async function dialogTitled(title: string): Promise<HTMLElement> {
  const heading = await screen.findByText(title, { selector: '.ant-modal-title, .ant-modal-title *' });
  const dialog = heading.closest<HTMLElement>('[role="dialog"]');
  if (!dialog) throw new Error(`"${title}" is in no dialog`);
  return dialog;
}

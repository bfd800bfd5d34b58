/** Popups render inside their dialog or screen, where screen readers expect them. */
export const besideTrigger = (trigger?: HTMLElement) =>
  trigger?.closest<HTMLElement>('.ant-modal-container, main') ?? document.body;

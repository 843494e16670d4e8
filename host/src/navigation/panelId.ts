/** The element that a tab's view is in. */
export const panelId = (id: string): string => `view-${id}`

/** Opens the view that was closed last. Browsers keep Ctrl+Shift+T for their own tabs, so a page never gets it. */
export const REOPEN_KEYS = 'Alt+Shift+T'

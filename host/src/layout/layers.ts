/** What opens over the frame, one at a time. */
export type Layer = 'palette' | 'sheet' | 'help' | 'feedback' | 'import' | 'offline'

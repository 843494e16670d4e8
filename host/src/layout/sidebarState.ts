/** How the sidebar stands, as a preference of the user keeps it. */
export type SidebarState = 'open' | 'collapsed' | 'hidden'

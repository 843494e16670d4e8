/** Everything read of the own contacts stands under this key; one change makes all of it stale. */
export const CONTACTS_KEY = ['contacts'] as const

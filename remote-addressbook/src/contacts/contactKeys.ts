/** All answers about the own contacts are cached under this key; one change makes all of them stale. */
export const CONTACTS_KEY = ['contacts'] as const

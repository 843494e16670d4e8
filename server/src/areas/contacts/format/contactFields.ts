import type { SaveContact } from '@yanshu/contracts'

/** What is kept of a person, without picture and groups. */
export type ContactFields = Omit<SaveContact, 'contactId' | 'revision' | 'groupIds' | 'photoId'>

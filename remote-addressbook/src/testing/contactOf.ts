import type { Contact } from '@yanshu/contracts'

/** A contact as tests need it. */
export const contactOf = (contactId: number, part: Partial<Contact>): Contact => ({
  contactId,
  revision: 1,
  photo: '',
  name: '',
  nickname: '',
  organization: '',
  duties: '',
  note: '',
  birthday: '',
  birthdayLunar: false,
  emails: [],
  phones: [],
  addresses: [],
  starred: false,
  groupIds: [],
  ...part,
})

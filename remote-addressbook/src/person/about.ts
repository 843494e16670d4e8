import { lazyPart } from '@yanshu/shell-api'

/** Who is who at once; it comes with the first card that is opened. */
export const AboutPerson = lazyPart<{ address: string }>(() => import('./AboutPerson.tsx'))

/** The same without the mails, for a card beside a mail. */
export const Soon = lazyPart<{ address: string }>(() => import('./Soon.tsx'))

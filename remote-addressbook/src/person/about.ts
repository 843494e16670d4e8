import { lazyPart } from '@yanshu/shell-api'

/** Who is who at once; it comes with the first card that is opened. */
export const AboutPerson = lazyPart<{ address: string }>(
  () => import(/* webpackChunkName: "about" */ './AboutPerson.tsx'),
)

/** The same without the mails, for a card beside a mail. */
export const Soon = lazyPart<{ address: string }>(() => import(/* webpackChunkName: "about" */ './Soon.tsx'))

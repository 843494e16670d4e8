import type { PostBody } from '@yanshu/contracts'

/** What was asked, as it waits for the socket: the body of the call, and which of the kinds it is (§4). */
export type AssistantRequest =
  | ({ readonly kind: 1 } & PostBody<'mail/main/ai/question'>)
  | ({ readonly kind: 2 | 3 } & PostBody<'mail/main/ai/assistant/mail'>)
  | ({ readonly kind: 4 } & PostBody<'mail/main/ai/digest/mail'>)
  | ({ readonly kind: 6 } & PostBody<'mail/main/ai/translate/mail'>)
  | ({ readonly kind: 5 } & PostBody<'mail/main/ai/fishing/mail'>)

export type Asked<K extends AssistantRequest['kind']> = Extract<AssistantRequest, { kind: K }>

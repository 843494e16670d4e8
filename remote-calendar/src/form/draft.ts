import type { IntentInput } from '@yanshu/contracts'
import { storePerLogin } from '@yanshu/shell-api'

/** An event that another remote has begun and the calendar is to open; null when there is none. */
export const begunEvent = storePerLogin<IntentInput<'calendar.draft'> | null>(() => null)

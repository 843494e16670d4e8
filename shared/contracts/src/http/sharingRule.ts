import { z } from 'zod'
import { VALID_DAYS_MAX, VALID_DAYS_MIN } from '../limits.ts'

/** `SharingRule`, as calls carry it. */
export const sharingRule = z.object({
  outside: z.boolean(),
  codeRequired: z.boolean(),
  daysMax: z.number().int().min(VALID_DAYS_MIN).max(VALID_DAYS_MAX),
  watermark: z.boolean(),
  viewOnly: z.boolean(),
})

import { calendarPart } from './areas/calendar/index.ts'
import { rulesPart } from './areas/classification/index.ts'
import { contactsPart } from './areas/contacts/index.ts'
import { documentsPart } from './areas/documents/index.ts'
import { mailPart } from './areas/exports/index.ts'
import { followUpsPart } from './areas/follow-up/index.ts'
import { papersPart } from './areas/papers/index.ts'
import { remoteSettingsPart } from './areas/remote-settings/index.ts'
import { savedSearchesPart } from './areas/search/index.ts'
import { settingsPart } from './areas/settings/index.ts'
import { signaturesPart } from './areas/signatures/index.ts'
import type { ArchivePart } from './store/archive/archivePart.ts'

/** What each area writes into "take everything with me", in this order. An area adds its part here. */
export const archiveParts: readonly ArchivePart[] = [
  mailPart,
  contactsPart,
  calendarPart,
  settingsPart,
  remoteSettingsPart,
  savedSearchesPart,
  followUpsPart,
  signaturesPart,
  papersPart,
  rulesPart,
  documentsPart,
]

import { FESTIVAL_SKIN_SEEN_DAYS, type GeneralSettings, SKINS, type Switches } from '@yanshu/contracts'

type SkinId = GeneralSettings['skin']

/** A skin that the organisation proposes, and the words to ask with; without words the product's own. */
export interface Proposal {
  readonly skin: SkinId
  readonly words: string
}

/**
 * What the organisation proposes to a user now, or null (§4, Festival skin prompt): the skin of a festival while there is
 * one with words to ask with (`festivalSkin`, `festivalAskWord`), else its own (`currentSkin`). A user who wears it
 * or was asked about this skin within 30 days is not asked.
 *
 * @param seen the skin that was asked about last, '' for none within that time
 */
export function proposedSkin(
  switches: Pick<Switches, 'festivalSkin' | 'festivalAskWord' | 'currentSkin'>,
  wears: SkinId,
  seen: string,
): Proposal | null {
  const words = switches.festivalAskWord.trim()
  const festival = words === '' ? undefined : SKINS.find((one) => one === switches.festivalSkin.trim())
  const skin = festival ?? switches.currentSkin
  return skin === '' || skin === wears || skin === seen ? null : { skin, words: festival ? words : '' }
}

/** Seconds for which a cookie remembers that the user was asked. */
export const SEEN_SECONDS = FESTIVAL_SKIN_SEEN_DAYS * 24 * 60 * 60

import { FESTIVAL_SKIN_SEEN_DAYS, type GeneralSettings, SKINS, type Switches } from '@yanshu/contracts'

type SkinId = GeneralSettings['skin']

/**
 * The skin that the organisation suggests to somebody now, or null (§4, Festival skin prompt): it has a skin and words to
 * ask with, the user does not wear it, and was not asked about this skin within 30 days.
 *
 * @param seen the skin that was asked about last, '' for none within that time
 */
export function suggestedSkin(
  { festivalSkin, festivalAskWord }: Pick<Switches, 'festivalSkin' | 'festivalAskWord'>,
  wears: SkinId,
  seen: string,
): SkinId | null {
  const skin = SKINS.find((one) => one === festivalSkin.trim())
  return skin === undefined || festivalAskWord.trim() === '' || skin === wears || skin === seen ? null : skin
}

/** Seconds for which a cookie remembers that somebody was asked. */
export const SEEN_SECONDS = FESTIVAL_SKIN_SEEN_DAYS * 24 * 60 * 60

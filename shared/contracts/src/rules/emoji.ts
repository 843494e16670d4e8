/**
 * A whole emoji: a keycap, a flag, or a pictograph with its modifiers and joined parts. Digits, © and ideographs
 * beyond the BMP (𠮷) are text and never match: only what is shown as a picture by default, or is asked to be (U+FE0F).
 */
const EMOJI =
  /[0-9#*]\uFE0F?\u20E3|\p{RI}\p{RI}|(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F)\p{EMod}?(?:\u200D(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F?)\p{EMod}?)*/gu

export const containsEmoji = (text: string): boolean => text.search(EMOJI) >= 0

/** The text without its emojis (§5). Never call it while an input method is composing. */
export const stripEmoji = (text: string): string => text.replace(EMOJI, '')

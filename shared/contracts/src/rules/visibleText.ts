/**
 * Characters that are not seen and change how the rest is seen: they turn its direction (embeddings, overrides, isolates,
 * marks), break or join words without a trace, stand as invisible blanks, carry hidden text (tags, interlinear notes), or
 * are controls. U+202E in a subject or a file name shows `exe.fdp` as `pdf.exe`.
 */
const INVISIBLE =
  /\u034f|[\u17b4\u17b5]|[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}]/gu
/** The letters of flags such as that of Scotland (Unicode TS 51): hidden text anywhere but behind the black flag. */
const TAGS = /(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]{0,16})[\u{e0000}-\u{e007f}]+/gu
/** A joiner that joins nothing: outside of emoji and of the scripts that need it. */
const LONE_JOINER =
  /(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\p{L}|\p{M})[\u200c\u200d]|[\u200c\u200d](?!\p{Extended_Pictographic}|\p{L}|\p{M})/gu
const BREAKS = /[\p{Cc}\u2028\u2029]+/gu
const SUSPECT = /\u034f|[\u17b4\u17b5]|[\p{Cc}\p{Cf}\p{Cs}\u115f\u1160\u2028\u2029\u3164\uffa0]/u

/**
 * A subject, a name or a file name as it may be shown: without invisible characters that make the rest look
 * like something else; line breaks and controls are blanks. What is stored stays as it came; this is for the edge where
 * the server answers. Emoji, flags and the joiners of Indic and Arabic scripts are kept.
 */
export function visibleText(text: string): string {
  if (!SUSPECT.test(text)) return text
  return text.toWellFormed().replace(INVISIBLE, '').replace(TAGS, '').replace(LONE_JOINER, '').replace(BREAKS, ' ')
}

/** Letters that are written from right to left. */
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** A name inside a sentence: {@link visibleText}, and apart from it where it is written from right to left (UAX 9, FSI). */
export function nameInSentence(name: string): string {
  const visible = visibleText(name)
  return FROM_RIGHT.test(visible) ? `\u2068${visible}\u2069` : visible
}

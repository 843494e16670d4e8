/** The entries of a list that is written as text: parted by bars and line ends. */
export const listOf = (text: string): readonly string[] =>
  text
    .split(/[|\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

/** A topic of the help: what a user is about to do, and how. Lines are paragraphs. */
export interface HelpTopic {
  readonly id: string
  readonly title: string
  readonly text: readonly string[]
  /** Other words by which it is found. */
  readonly words?: readonly string[]
}

const plain = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '')

/** The topics that hold every word that was typed, those with all of them in the title first. */
export function findTopics(topics: readonly HelpTopic[], typed: string): readonly HelpTopic[] {
  const words = typed.normalize('NFKC').toLowerCase().split(/\s+/u).filter(Boolean)
  const holds = (text: string) => words.every((word) => plain(text).includes(word))
  const inTitle = (topic: HelpTopic) => holds([topic.title, ...(topic.words ?? [])].join(' '))
  const found = topics.filter((topic) => inTitle(topic) || holds([topic.title, ...topic.text].join(' ')))
  return [...found.filter(inTitle), ...found.filter((topic) => !inTitle(topic))]
}

interface FurtherTopic {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly keywords: readonly string[]
}

/** The topics of the frame, then those of the whole product that it has not. */
export function withTopics(own: readonly HelpTopic[], further: readonly FurtherTopic[]): readonly HelpTopic[] {
  const known = new Set(own.map(({ id }) => id))
  const added = further.filter(({ id }) => !known.has(id))
  return [...own, ...added.map(({ id, title, text, keywords }) => ({ id, title, text: [text], words: keywords }))]
}

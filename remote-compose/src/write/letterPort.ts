import type { InsertOptions, LetterPort, OpenLetter } from '@yanshu/contracts'
import { open, useOffer, useStore } from '@yanshu/shell-api'
import { type RefObject, useMemo } from 'react'
import type { Composer } from './composer.ts'

/** What is selected in the text of the letter, whichever field it is written in. */
function selectionIn(view: HTMLElement | null): string {
  const field = view?.querySelector<HTMLElement>('[data-letter-text]')
  if (field instanceof HTMLTextAreaElement) return field.value.slice(field.selectionStart, field.selectionEnd)
  const selection = document.getSelection()
  return selection && field?.contains(selection.anchorNode) ? selection.toString() : ''
}

function insertInto(composer: Composer, text: string, { marked = false }: InsertOptions = {}): void {
  composer.body().insert(text, marked)
  composer.bodyChanged()
}

/** What another remote may do with a letter. Its text is inserted as the writer would do it, and saved as theirs. */
export const letterPortOf = (composer: Composer, view: () => HTMLElement | null): LetterPort => ({
  text: () => composer.body().text(),
  selection: () => selectionIn(view()),
  insert: (text, how) => insertInto(composer, text, how),
  replaceSelection: (text, how) => insertInto(composer, text, how),
  clearMarks() {
    composer.body().clearMarks()
    composer.bodyChanged()
  },
})

/** The port on the letter of a view. While the view is the active one, `useOpenLetter` returns it to all remotes. */
export function useLetterPort(composer: Composer, active: boolean, view: RefObject<HTMLElement | null>): LetterPort {
  const { kind, subject, recipients } = useStore(composer.state).letter
  const port = useMemo(() => letterPortOf(composer, () => view.current), [composer, view])
  const { to } = recipients
  const letter = useMemo<OpenLetter | null>(
    () => (active ? { kind, subject, to, port } : null),
    [active, kind, subject, to, port],
  )
  useOffer(open.offerLetter, letter, view)
  return port
}

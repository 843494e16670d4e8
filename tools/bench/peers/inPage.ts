// What the clocks ask of a page of a peer. Each of these is sent as its text, so none may use another.

/** Subjects that a list shows, by the number in each. */
export interface ShownRows {
  /** Selects the elements that hold the subjects. */
  readonly subjects: string
  readonly numbers: readonly number[]
}

/** Whether all of these mails stand in the part of the list that is in sight. */
export function rowsShown({ subjects, numbers }: ShownRows): boolean {
  const inSight = [...document.querySelectorAll(subjects)].filter((one) => {
    const box = one.getBoundingClientRect()
    return box.height > 0 && box.top < innerHeight && box.bottom > 0
  })
  return numbers.every((number) => inSight.some((one) => one.textContent?.includes(` ${number} `)))
}

/** Whether none of the mails from one number to another has a row any more. */
export function rowsGone({ subjects, from, to }: { subjects: string; from: number; to: number }): boolean {
  return ![...document.querySelectorAll(subjects)].some((one) => {
    const number = Number(/ (\d+) /.exec(one.textContent ?? '')?.[1])
    return number >= from && number <= to && one.getClientRects().length > 0
  })
}

/** Whether the list shows the newest hit first and nothing but hits. */
export function onlyHits({ subjects, word, newest }: { subjects: string; word: string; newest: number }): boolean {
  const shown = [...document.querySelectorAll(subjects)].filter((one) => one.getClientRects().length > 0)
  return (
    shown.length > 5 &&
    shown[0]?.textContent?.includes(` ${newest} `) === true &&
    shown.every((one) => one.textContent?.includes(word))
  )
}

/** Whether the first ten rows look read. */
export function looksRead({ rows, unread }: { rows: string; unread: string }): boolean {
  const shown = [...document.querySelectorAll(rows)].filter((row) => row.getClientRects().length > 0)
  return shown.length > 5 && shown.slice(0, 10).every((row) => !row.classList.contains(unread))
}

/** Whether something of a selector is in sight. */
export function visible(selector: string): boolean {
  return [...document.querySelectorAll(selector)].some((one) => one.getBoundingClientRect().height > 0)
}

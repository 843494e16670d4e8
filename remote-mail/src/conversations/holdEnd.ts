/** What scrolls a conversation. */
export type Scrolled = Pick<Element, 'scrollTop' | 'scrollHeight'>

export interface EndHold {
  /** Goes to where the end is now. */
  follow(): void
  /** Whether it has been scrolled up since. What grows or shrinks above the end moves the end, and is no scrolling. */
  isLeft(): boolean
}

/**
 * Goes to the end of a conversation. Mails that were never drawn have the height that most have: the end is at another
 * place once those near it are drawn, and again when their texts have come. Call `follow` each time.
 */
export function holdEnd(element: Scrolled): EndHold {
  let end = { top: 0, height: 0 }
  const follow = () => {
    element.scrollTop = element.scrollHeight
    end = { top: element.scrollTop, height: element.scrollHeight }
  }
  follow()
  return { follow, isLeft: () => element.scrollHeight === end.height && element.scrollTop < end.top - 1 }
}

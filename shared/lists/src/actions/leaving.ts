/** Called with items that are about to leave their places; what it returns is called when they have. */
export type FollowLeaving<Id> = (leaving: ReadonlySet<Id>) => (() => void) | undefined

/** Connects the work that removes items from their places with the lists that go on to the next item. */
export class Leaving<Id> {
  readonly #followers = new Set<FollowLeaving<Id>>()

  /** Follows every move and deletion, by whatever means: keys, bars, menus, drag, swipe. Returns how to stop. */
  follow(follower: FollowLeaving<Id>): () => void {
    this.#followers.add(follower)
    return () => void this.#followers.delete(follower)
  }

  /** Runs the work that removes items from their places; a list whose open item is among them goes on to the next one. */
  takeAway(ids: readonly Id[], work: () => void): void {
    const leaving = new Set(ids)
    const goOn = [...this.#followers].map((follow) => follow(leaving))
    work()
    for (const next of goOn) next?.()
  }
}

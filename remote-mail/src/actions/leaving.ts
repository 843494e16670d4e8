import { perLogin } from '@yanshu/shell-api'

/** Called with mails that are about to leave their places; what it returns is called when they have. */
export type FollowLeaving = (leaving: ReadonlySet<number>) => (() => void) | undefined

const followers = perLogin(() => new Set<FollowLeaving>())

/** Follows every move and deletion, by whatever means: keys, bars, menus, drag, swipe. Returns how to stop. */
export function followLeaving(follow: FollowLeaving): () => void {
  const mine = followers()
  mine.add(follow)
  return () => void mine.delete(follow)
}

/** Runs what takes mails out of their places; a list whose open mail is among them goes on to the next one. */
export function takeAway(ids: readonly number[], work: () => void): void {
  const leaving = new Set(ids)
  const goOn = [...followers()].map((follow) => follow(leaving))
  work()
  for (const next of goOn) next?.()
}

import { describe, expect, it } from 'vitest'
import { dice } from '../testing/dice.ts'
import { holdEnd, type Scrolled } from './holdEnd.ts'
import { blocksOf, type MailBlock, nearestTo, roomOf } from './openMails.ts'

const VIEW = 900
const USUAL = 240

/** A conversation with all mails open, of which blocks near the view are drawn, and the nearest mails have their text. */
class Conversation implements Scrolled {
  readonly #real: readonly number[]
  readonly #known = new Map<number, number>()
  readonly #blocks: readonly MailBlock[]
  readonly #drawn = new Set<MailBlock>()
  #alive: ReadonlySet<number> = new Set()
  #top = 0

  constructor(mails: number, seed: number) {
    const random = dice(seed)
    this.#real = Array.from({ length: mails }, () => 60 + Math.floor(random() ** 4 * 4_000))
    const ids = [...this.#real.keys()]
    this.#blocks = blocksOf(ids, 0, ids.length)
  }

  readonly #heightOf = (id: number): number => this.#known.get(id) ?? USUAL
  #mailHeight(id: number): number {
    return this.#alive.has(id) ? (this.#real[id] ?? 0) : this.#heightOf(id)
  }
  #blockHeight(block: MailBlock): number {
    if (!this.#drawn.has(block)) return roomOf(block.ids, { isOpen: () => true, heightOf: this.#heightOf })
    return block.ids.reduce((sum, id) => sum + this.#mailHeight(id), 0)
  }
  /** Where the parts stand: mails of blocks that are drawn, and the other blocks. */
  #places(): { readonly of: number | MailBlock; readonly top: number; readonly bottom: number }[] {
    let bottom = 0
    const placed = <Of>(of: Of, height: number) => {
      const top = bottom
      bottom += height
      return { of, top, bottom }
    }
    return this.#blocks.flatMap<{ of: number | MailBlock; top: number; bottom: number }>((block) =>
      this.#drawn.has(block)
        ? block.ids.map((id) => placed(id, this.#mailHeight(id)))
        : [placed(block, this.#blockHeight(block))],
    )
  }

  get scrollHeight(): number {
    return Math.max(
      VIEW,
      this.#blocks.reduce((sum, block) => sum + this.#blockHeight(block), 0),
    )
  }
  get scrollTop(): number {
    return this.#top
  }
  set scrollTop(top: number) {
    this.#top = Math.max(0, Math.min(top, this.scrollHeight - VIEW))
  }
  get isAtEnd(): boolean {
    return this.#top === this.scrollHeight - VIEW
  }
  /** Whether a mail has its text, in sight or not. */
  hasText = (id: number): boolean => this.#alive.has(id)

  /** What one frame brings: blocks within two views are drawn, then texts come. The first part in sight stays where it is. */
  frame(): boolean {
    const before = this.#places()
    const first = before.find(({ bottom }) => bottom > this.#top)
    let top = 0
    const near = this.#blocks.filter((block) => {
      const from = top
      top += this.#blockHeight(block)
      return top > this.#top - 2 * VIEW && from < this.#top + 3 * VIEW
    })
    const wasDrawn = [...this.#drawn].map(({ at }) => at).join()
    this.#drawn.clear()
    for (const block of near) this.#drawn.add(block)
    const cards = this.#places().flatMap(({ of, top: from, bottom }) =>
      typeof of === 'number' ? [{ mailId: of, top: from - this.#top, bottom: bottom - this.#top }] : [],
    )
    const wasAlive = this.#alive
    this.#alive = nearestTo(VIEW / 2, cards)
    for (const id of wasAlive) if (!this.#alive.has(id)) this.#known.set(id, this.#real[id] ?? 0)
    const after = this.#places().find(({ of }) => of === first?.of)
    if (first && after) this.scrollTop = this.#top + after.top - first.top
    const isSame = wasAlive.size === this.#alive.size && [...wasAlive].every((id) => this.#alive.has(id))
    return !isSame || wasDrawn !== [...this.#drawn].map(({ at }) => at).join()
  }
}

/** Frames in which all that is near the end has come. */
const FRAMES = 60

describe('the end of a conversation whose mails are as high as they are only once they are drawn', () => {
  it.each([2, 21, 300, 1_000])('is reached among %i mails, whatever their heights', (mails) => {
    for (let seed = 1; seed <= 40; seed++) {
      const shown = new Conversation(mails, seed)
      shown.frame()
      const hold = holdEnd(shown)
      for (let frame = 0; frame < FRAMES; frame++) {
        shown.frame()
        expect(hold.isLeft()).toBe(false)
        hold.follow()
      }
      expect(shown.frame(), `seed ${seed} comes to rest`).toBe(false)
      expect(shown.isAtEnd, `seed ${seed}`).toBe(true)
      expect(shown.hasText(mails - 1), `seed ${seed}`).toBe(true)
    }
  })

  it('is not reached by going there once', () => {
    const shown = new Conversation(300, 1)
    shown.frame()
    shown.scrollTop = shown.scrollHeight
    for (let frame = 0; frame < FRAMES; frame++) shown.frame()
    expect(shown.isAtEnd).toBe(false)
  })

  it('is left by scrolling up, and by nothing else', () => {
    const shown = new Conversation(300, 1)
    const hold = holdEnd(shown)
    while (shown.frame()) hold.follow()
    expect(hold.isLeft()).toBe(false)
    shown.scrollTop -= 120
    expect(hold.isLeft()).toBe(true)
  })
})

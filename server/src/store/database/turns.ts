/** Who waits for a turn of writing: a person, or work of the server that no call waits for. */
export type Waiting = 'people' | 'background'

/** Turns of people in a row, after which one of the background comes: mail is delivered however much people write. */
const PEOPLE_IN_A_ROW = 8

/** The numbers that this thread and the one it lends a turn to have in common. */
export class LentTurn {
  readonly memory: SharedArrayBuffer
  readonly #numbers: Int32Array

  constructor(memory = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory
    this.#numbers = new Int32Array(memory)
  }

  /** Whether the other thread has the turn. */
  get isHeld(): boolean {
    return Atomics.load(this.#numbers, 0) === 1
  }

  set isHeld(held: boolean) {
    Atomics.store(this.#numbers, 0, held ? 1 : 0)
  }

  /** How many people wait for their turn. */
  get awaiting(): number {
    return Atomics.load(this.#numbers, 1)
  }

  set awaiting(people: number) {
    Atomics.store(this.#numbers, 1, people)
  }
}

/** Lets one writer after the other write: people first, those of a kind in the order in which they asked. */
export class Turns {
  readonly lent = new LentTurn()
  readonly #waiting: Readonly<Record<Waiting, (() => void)[]>> = { people: [], background: [] }
  #inARow = 0
  #taken = false
  #isLent = false

  get isAwaited(): boolean {
    return this.#waiting.people.length > 0
  }

  async begin(kind: Waiting): Promise<void> {
    this.takeBack()
    if (!this.#taken) {
      this.#taken = true
      return
    }
    await new Promise<void>((resolve) => {
      this.#waiting[kind].push(resolve)
      this.#count()
    })
  }

  end(): void {
    const next = this.#next()
    if (next) next()
    else this.#taken = false
  }

  /**
   * Lends a turn to another thread. It ends when that thread has put down `lent.isHeld`, and at the latest with `work`.
   * @param work hands the thread what to do, and waits for its answer
   */
  async lend<T>(kind: Waiting, work: () => Promise<T>): Promise<T> {
    await this.begin(kind)
    this.#isLent = true
    this.lent.isHeld = true
    try {
      return await work()
    } finally {
      this.lent.isHeld = false
      this.takeBack()
    }
  }

  /**
   * Ends a turn that was lent, where the other thread is done with it. Called as often as anything is asked of the store: its
   * answer is seen when the event loop comes to it, which is 50 to 100 ms later with hundreds of people.
   */
  takeBack(): void {
    if (!this.#isLent || this.lent.isHeld) return
    this.#isLent = false
    this.end()
  }

  #next(): (() => void) | undefined {
    const { people, background } = this.#waiting
    const isPerson = people.length > 0 && (background.length === 0 || this.#inARow < PEOPLE_IN_A_ROW)
    this.#inARow = isPerson ? this.#inARow + 1 : 0
    const next = isPerson ? people.shift() : background.shift()
    this.#count()
    return next
  }

  #count(): void {
    this.lent.awaiting = this.#waiting.people.length
  }
}

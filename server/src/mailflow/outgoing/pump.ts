/** Something that is due, and what it is counted by: no more of one key run at the same time than may. */
export interface Due {
  readonly id: string
  readonly keys: readonly string[]
}

/** What a reading of the queue leaves out. */
export interface Passed {
  /** What was tried already and is due all the same. */
  readonly ids: readonly string[]
  /** Of these as many run as may. */
  readonly keys: readonly string[]
}

export interface Pumped<One extends Due> {
  /** How many run at the same time. */
  readonly atOnce: number
  /** How many of one key. */
  perKey(key: string): number
  /** Finds some of what is due, and whether there may be more. */
  find(passed: Passed): Promise<{ readonly due: readonly One[]; readonly more: boolean }>
  /** Never throws. */
  run(one: One): Promise<void>
  /** Nothing more is begun while this answers true. */
  pauses(): boolean
}

export interface Pump {
  /** Runs what is due, each once, until nothing is left. A call during another one joins it and makes it read again. */
  run(): Promise<void>
}

/**
 * Runs what is due side by side: what is slow takes its own place and those of its keys, and everything else goes on.
 */
export function createPump<One extends Due>(pumped: Pumped<One>): Pump {
  let going: Promise<void> | null = null
  let again = false
  let wake = () => {}

  const go = async () => {
    const running = new Map<string, Promise<void>>()
    const busy = new Map<string, number>()
    const tried = new Set<string>()
    let passed: string[] = []
    let waiting: One[] = []
    let more = true
    let ended = 0

    const isFull = (key: string) => (busy.get(key) ?? 0) >= pumped.perKey(key)
    const count = (keys: readonly string[], by: 1 | -1) => {
      for (const key of keys) busy.set(key, (busy.get(key) ?? 0) + by)
    }
    const begin = (one: One) => {
      count(one.keys, 1)
      const done = pumped.run(one).finally(() => {
        count(one.keys, -1)
        ended++
        running.delete(one.id)
      })
      running.set(one.id, done)
    }
    const readDue = async () => {
      const keys = [...busy].flatMap(([key]) => (isFull(key) ? [key] : []))
      const before = ended
      const found = await pumped.find({ ids: passed, keys })
      passed = [...passed, ...found.due.flatMap(({ id }) => (tried.has(id) ? [id] : []))]
      waiting = found.due.filter(({ id }) => !tried.has(id))
      for (const { id } of waiting) tried.add(id)
      // All of them were tried: others may stand behind them.
      more = found.due.length > 0 && (found.more || waiting.length === 0)
      // What ended meanwhile has given back its keys, which this reading left out.
      if (ended !== before) more = true
    }
    const beginSome = (): boolean => {
      let begun = false
      for (const one of waiting) {
        if (running.size >= pumped.atOnce) break
        if (one.keys.some(isFull)) continue
        waiting = waiting.filter((other) => other !== one)
        begin(one)
        begun = true
      }
      return begun
    }

    const readAnew = () => {
      again = false
      tried.clear()
      for (const id of running.keys()) tried.add(id)
      passed = []
      more = true
    }

    for (;;) {
      if (pumped.pauses()) [again, waiting, more] = [false, [], false]
      if (again) readAnew()
      if (beginSome()) continue
      if (more && running.size < pumped.atOnce) {
        // Those that wait for a key are found again.
        for (const { id } of waiting) tried.delete(id)
        await readDue()
        // What is found has no room before something ends.
        if (!beginSome() && waiting.length > 0) more = false
        continue
      }
      if (running.size === 0) return
      const called = new Promise<void>((resolve) => {
        wake = resolve
      })
      await Promise.race([called, ...running.values()])
      // What has ended makes room for what was found before, or for others.
      if (!beginSome()) more = true
    }
  }

  return {
    run() {
      if (going) {
        again = true
        wake()
      }
      going ??= go().finally(() => {
        going = null
      })
      return going
    },
  }
}

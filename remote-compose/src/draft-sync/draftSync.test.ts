import { DRAFT_AUTOSAVE_DELAY_MS, type SavedDraft } from '@yanshu/contracts'
import { describe, expect, it } from 'vitest'
import { createDraftSync, type DraftStart, JOURNAL_DELAY_MS, type JournalNote, type SaveFailure } from './draftSync.ts'

class Failure extends Error {
  readonly failure: SaveFailure

  constructor(failure: SaveFailure) {
    super(failure.kind)
    this.failure = failure
  }
}

interface Saved {
  letter: string
  revision: number
}

/** A server and a journal in memory, a clock that only the test moves, and answers that wait to be let go. */
function desk(start: DraftStart = {}) {
  let text = ''
  let now = 0
  let count = 0
  const timers: { at: number; run: () => void }[] = []
  const server = new Map<number, Saved>()
  const named = new Map<string, number>()
  const journal: { entry: { letter: string; note: JournalNote } | null; puts: number; broken: boolean } = {
    entry: null,
    puts: 0,
    broken: false,
  }
  const net: { mode: 'up' | 'down' | 'answer-lost'; gate: Promise<void> | null; calls: number; running: number } = {
    mode: 'up',
    gate: null,
    calls: 0,
    running: 0,
  }
  let most = 0
  const settle = async () => {
    for (let turn = 0; turn < 30; turn += 1) await Promise.resolve()
  }
  const sync = createDraftSync<string>(
    {
      snapshot: () => text,
      journal: {
        async put(letter, note) {
          if (journal.broken) throw new Error('full')
          journal.puts += 1
          journal.entry = { letter, note }
        },
        async remove() {
          journal.entry = null
        },
      },
      async save(letter, draft, clientId): Promise<SavedDraft> {
        net.calls += 1
        net.running += 1
        most = Math.max(most, net.running)
        const mode = net.mode
        try {
          await net.gate
          if (mode === 'down') throw new Failure({ kind: 'unreachable' })
          const made = draft ? undefined : named.get(clientId)
          const stored = server.get(draft?.mailId ?? made ?? 0)
          if ((draft || made) && !stored) throw new Failure({ kind: 'gone' })
          if (draft?.revision !== null && draft && stored && draft.revision !== stored.revision) {
            throw new Failure({ kind: 'superseded' })
          }
          const mailId = draft?.mailId ?? made ?? ++count
          const revision = (stored?.revision ?? 0) + 1
          named.set(clientId, mailId)
          server.set(mailId, { letter, revision })
          if (mode === 'answer-lost') throw new Failure({ kind: 'unreachable' })
          return { mailId, revision, savedAt: now }
        } finally {
          net.running -= 1
        }
      },
      newName: () => `name-${named.size + 1}`,
      failureOf: (error) =>
        error instanceof Failure
          ? error.failure
          : { kind: 'refused', message: error instanceof Error ? error.message : '' },
      now: () => now,
      after(ms, run) {
        const timer = { at: now + ms, run }
        timers.push(timer)
        return () => {
          const at = timers.indexOf(timer)
          if (at >= 0) timers.splice(at, 1)
        }
      },
      onState: () => undefined,
    },
    start,
  )
  return {
    sync,
    server,
    named,
    journal,
    net,
    mostAtOnce: () => most,
    settle,
    type(next: string) {
      text = next
      sync.changed()
    },
    async pass(ms: number) {
      const end = now + ms
      for (;;) {
        const next = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
        if (!next) break
        timers.splice(timers.indexOf(next), 1)
        now = next.at
        next.run()
        await settle()
      }
      now = end
      await settle()
    },
  }
}

const letters = (server: Map<number, Saved>) => [...server.values()].map(({ letter }) => letter)

describe('a letter nobody touched', () => {
  it('leaves no trace', async () => {
    const { sync, server, journal, pass } = desk()
    await pass(60_000)
    expect(await sync.saveNow()).toBe(true)
    await sync.flushJournal()
    expect(sync.state().phase).toBe('untouched')
    expect([server.size, journal.puts]).toEqual([0, 0])
  })
})

describe('a change', () => {
  it('is in the journal at once and on the server a while after the last one', async () => {
    const { sync, server, journal, type, pass } = desk()
    type('a')
    await pass(JOURNAL_DELAY_MS)
    expect(journal.entry).toMatchObject({ letter: 'a', note: { unsaved: true, draft: null } })
    await pass(DRAFT_AUTOSAVE_DELAY_MS - JOURNAL_DELAY_MS - 1)
    type('ab')
    await pass(DRAFT_AUTOSAVE_DELAY_MS - 1)
    expect(server.size).toBe(0)
    await pass(1)
    expect(letters(server)).toEqual(['ab'])
    expect(sync.state()).toMatchObject({ phase: 'saved', draft: { mailId: 1, revision: 1 } })
    expect(journal.entry?.note).toMatchObject({ unsaved: false, draft: { mailId: 1 } })
  })

  it('is in the journal without a wait when it is the first, and a moment after the last write when more follow', async () => {
    const { journal, type, pass } = desk()
    type('a')
    await pass(0)
    expect(journal.entry?.letter).toBe('a')
    type('ab')
    await pass(JOURNAL_DELAY_MS - 1)
    expect(journal.entry?.letter).toBe('a')
    await pass(1)
    expect(journal.entry?.letter).toBe('ab')
  })

  it('is in the journal in time, however fast one types', async () => {
    const { journal, type, pass } = desk()
    for (let i = 1; i <= 10; i += 1) {
      type('x'.repeat(i))
      await pass(JOURNAL_DELAY_MS / 2)
    }
    expect(journal.puts).toBeGreaterThanOrEqual(4)
  })

  it('that comes during a save is saved after it, in the same draft, never two at once', async () => {
    const { sync, server, net, type, pass, settle, mostAtOnce } = desk()
    let open = () => {}
    net.gate = new Promise((resolve) => {
      open = resolve
    })
    type('first')
    await pass(DRAFT_AUTOSAVE_DELAY_MS)
    type('second')
    await pass(10 * DRAFT_AUTOSAVE_DELAY_MS)
    expect(net.calls).toBe(1)
    open()
    await settle()
    expect(sync.state().phase).toBe('changed')
    await pass(DRAFT_AUTOSAVE_DELAY_MS)
    expect(letters(server)).toEqual(['second'])
    expect([server.size, mostAtOnce(), sync.state().phase]).toEqual([1, 1, 'saved'])
  })

  it('is saved at once when asked, after the save that is on its way', async () => {
    const { sync, server, type, pass, net } = desk()
    type('a')
    await pass(DRAFT_AUTOSAVE_DELAY_MS)
    type('b')
    expect(await sync.saveNow()).toBe(true)
    expect(letters(server)).toEqual(['b'])
    expect(net.calls).toBe(2)
  })
})

describe('sending', () => {
  it('waits for the save on its way and lets no other begin', async () => {
    const { sync, net, type, pass, settle } = desk()
    let open = () => {}
    net.gate = new Promise((resolve) => {
      open = resolve
    })
    type('a')
    await pass(DRAFT_AUTOSAVE_DELAY_MS)
    let waited = false
    const held = sync.hold().then(() => {
      waited = true
    })
    await settle()
    expect(waited).toBe(false)
    open()
    await held
    type('b')
    await pass(60_000)
    expect(net.calls).toBe(1)
    sync.release()
    await pass(DRAFT_AUTOSAVE_DELAY_MS)
    expect(net.calls).toBe(2)
  })

  it('leaves nothing in the journal when it is done', async () => {
    const { sync, journal, type, pass } = desk()
    type('a')
    await pass(DRAFT_AUTOSAVE_DELAY_MS)
    type('b')
    expect(await sync.finish()).toEqual({ mailId: 1, revision: 1 })
    await pass(60_000)
    expect(journal.entry).toBeNull()
  })
})

describe('without the server', () => {
  it('the letter stays in the journal, is tried again ever more rarely, and at once when the network is back', async () => {
    const { sync, server, journal, net, type, pass } = desk()
    net.mode = 'down'
    type('a')
    await pass(DRAFT_AUTOSAVE_DELAY_MS)
    expect(sync.state().phase).toBe('local')
    type('ab')
    await pass(2_000)
    expect(net.calls).toBe(2)
    await pass(4_999)
    expect(net.calls).toBe(2)
    await pass(1)
    expect(net.calls).toBe(3)
    expect(journal.entry).toMatchObject({ letter: 'ab', note: { unsaved: true } })
    net.mode = 'up'
    sync.reconnected()
    await pass(0)
    expect(letters(server)).toEqual(['ab'])
    expect(sync.state().phase).toBe('saved')
  })

  it('a first save whose answer was lost does not make a second draft', async () => {
    const { sync, server, net, type, pass } = desk()
    net.mode = 'answer-lost'
    type('a')
    await pass(DRAFT_AUTOSAVE_DELAY_MS)
    expect([server.size, sync.state().phase]).toEqual([1, 'local'])
    net.mode = 'up'
    type('ab')
    await pass(60_000)
    expect(letters(server)).toEqual(['ab'])
    expect(sync.state()).toMatchObject({ phase: 'saved', draft: { mailId: 1, revision: 2 } })
  })

  it('nor does a letter that comes out of the journal after such a save', async () => {
    const { server, named, type, pass } = desk({ unsaved: true, clientId: 'letter' })
    named.set('letter', 1)
    server.set(1, { letter: 'lost', revision: 1 })
    type('again')
    await pass(DRAFT_AUTOSAVE_DELAY_MS)
    expect([...server]).toEqual([[1, { letter: 'again', revision: 2 }]])
  })
})

describe('another version on the server', () => {
  const conflicting = async () => {
    const here = desk({ draft: { mailId: 7, revision: 1 } })
    here.server.set(7, { letter: 'theirs', revision: 4 })
    here.type('mine')
    await here.pass(DRAFT_AUTOSAVE_DELAY_MS)
    return here
  }

  it('is never overwritten without a word', async () => {
    const { sync, server, type, pass } = await conflicting()
    expect(sync.state().phase).toBe('conflict')
    type('more of mine')
    await pass(60_000)
    expect(await sync.saveNow()).toBe(false)
    expect(letters(server)).toEqual(['theirs'])
  })

  it('is replaced when the writer says so', async () => {
    const { sync, server } = await conflicting()
    expect(await sync.keepMine()).toBe(true)
    expect(server.get(7)).toEqual({ letter: 'mine', revision: 5 })
    expect(sync.state()).toMatchObject({ phase: 'saved', draft: { mailId: 7, revision: 5 } })
  })

  it('is taken when the writer says so', async () => {
    const { sync, server, type, pass } = await conflicting()
    sync.adopt({ mailId: 7, revision: 4 }, 3)
    expect(sync.state()).toMatchObject({ phase: 'saved', savedAt: 3 })
    type('on top of theirs')
    await pass(DRAFT_AUTOSAVE_DELAY_MS)
    expect(server.get(7)).toEqual({ letter: 'on top of theirs', revision: 5 })
  })
})

it('makes a new draft of one that is gone only when the writer says so', async () => {
  const { sync, server, type, pass } = desk({ draft: { mailId: 7, revision: 1 } })
  type('mine')
  await pass(60_000)
  expect([sync.state().phase, server.size]).toEqual(['gone', 0])
  expect(await sync.saveAsNew()).toBe(true)
  expect(letters(server)).toEqual(['mine'])
})

it('knows that nothing is kept of a saved letter whose draft another call has found gone', async () => {
  const { sync, server, journal, type, pass } = desk()
  type('mine')
  await pass(60_000)
  server.clear()
  sync.gone()
  await sync.flushJournal()
  expect([sync.state().phase, await sync.saveNow(), journal.entry?.note.unsaved]).toEqual(['gone', false, true])
  expect(await sync.saveAsNew()).toBe(true)
  expect(letters(server)).toEqual(['mine'])
})

it('does not bring back a letter that was sent from elsewhere under the same name, unless the writer says so', async () => {
  const { sync, server, named, journal, type, pass } = desk({ unsaved: true, clientId: 'letter' })
  named.set('letter', 1)
  type('mine')
  await pass(60_000)
  expect([sync.state().phase, server.size]).toEqual(['gone', 0])
  expect(await sync.saveAsNew()).toBe(true)
  expect(letters(server)).toEqual(['mine'])
  expect(journal.entry?.note.clientId).not.toBe('letter')
})

it('tells when the journal cannot be written, and when it can again', async () => {
  const { sync, journal, type, pass } = desk()
  journal.broken = true
  type('a')
  await pass(JOURNAL_DELAY_MS)
  expect(sync.state().journalFailed).toBe(true)
  journal.broken = false
  type('b')
  await sync.flushJournal()
  expect(sync.state().journalFailed).toBe(false)
  expect(journal.entry?.letter).toBe('b')
})

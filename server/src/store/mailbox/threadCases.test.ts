import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { putMail } from '../../testing/putMail.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

/** One mail of a case: its id, what it answers, its References; and where subjects matter, its subject and people. */
interface CaseMail {
  readonly id?: string
  readonly re?: string
  readonly refs?: string
  readonly subject?: string
  /** `N` 李娜, whose mailbox it is; `W` 张伟; `F` 王芳; `X` a person outside. */
  readonly from?: Who
  readonly to?: string
  /** Days before now. */
  readonly ago?: number
}

type Who = 'N' | 'W' | 'F' | 'X'

const ADDRESSES: Record<Who, string> = {
  N: 'li.na@yanshu.test',
  W: 'zhang.wei@yanshu.test',
  F: 'wang.fang@yanshu.test',
  X: 'x@elsewhere.example',
}

const S = '合同草案'

/** Mails in the order in which they come, and their grouping: equal letters are one conversation. */
const CASES: readonly [string, readonly CaseMail[], string][] = [
  ['a mail alone', [{ id: 'a' }], 'a'],
  ['two without a word of each other', [{ id: 'a' }, { id: 'b' }], 'ab'],
  ['an answer by In-Reply-To', [{ id: 'a' }, { id: 'b', re: 'a' }], 'aa'],
  ['an answer by References alone', [{ id: 'a' }, { id: 'b', refs: 'a' }], 'aa'],
  ['an answer that names both', [{ id: 'a' }, { id: 'b', re: 'a', refs: 'a' }], 'aa'],
  ['the answer came first', [{ id: 'b', re: 'a' }, { id: 'a' }], 'aa'],
  ['a chain of three', [{ id: 'a' }, { id: 'b', re: 'a' }, { id: 'c', re: 'b', refs: 'a b' }], 'aaa'],
  ['a chain, the last first', [{ id: 'c', re: 'b', refs: 'a b' }, { id: 'b', re: 'a', refs: 'a' }, { id: 'a' }], 'aaa'],
  [
    'a chain, the middle last',
    [{ id: 'a' }, { id: 'c', re: 'b', refs: 'a b' }, { id: 'b', re: 'a', refs: 'a' }],
    'aaa',
  ],
  ['a chain whose middle never comes', [{ id: 'a' }, { id: 'c', re: 'b', refs: 'a b' }], 'aa'],
  ['two answers to one mail', [{ id: 'a' }, { id: 'b', re: 'a' }, { id: 'c', re: 'a' }], 'aaa'],
  [
    'two answers to a mail that never comes',
    [
      { id: 'b', re: 'a' },
      { id: 'c', re: 'a' },
    ],
    'aa',
  ],
  ['two answers, then the mail', [{ id: 'b', re: 'a' }, { id: 'c', re: 'a' }, { id: 'a' }], 'aaa'],
  [
    'cousins by References alone',
    [
      { id: 'b', refs: 'a' },
      { id: 'c', refs: 'a' },
    ],
    'aa',
  ],
  [
    'a branch of a branch',
    [{ id: 'a' }, { id: 'b', re: 'a' }, { id: 'c', re: 'a' }, { id: 'd', re: 'c', refs: 'a c' }],
    'aaaa',
  ],
  ['an answer to an answer without References', [{ id: 'a' }, { id: 'b', re: 'a' }, { id: 'c', re: 'b' }], 'aaa'],
  [
    'it names two conversations: the one it answers',
    [{ id: 'a' }, { id: 'b' }, { id: 'c', re: 'b', refs: 'a b' }],
    'abb',
  ],
  ['it names two in References: the nearest', [{ id: 'a' }, { id: 'b' }, { id: 'c', refs: 'a b' }], 'abb'],
  ['In-Reply-To with two ids: the first', [{ id: 'a' }, { id: 'b' }, { id: 'c', re: 'a> <b' }], 'aba'],
  [
    'it names many conversations and makes none of them one',
    [{ id: 'a' }, { id: 'b' }, { id: 'x', refs: 'a b' }, { id: 'y', refs: 'b a' }],
    'abba',
  ],
  [
    'it names itself',
    [
      { id: 'a', re: 'a', refs: 'a' },
      { id: 'b', re: 'a' },
    ],
    'aa',
  ],
  ['two copies of one mail', [{ id: 'a' }, { id: 'a' }], 'aa'],
  ['without an id, twice', [{}, {}], 'ab'],
  ['without an id, an answer', [{ id: 'a' }, { re: 'a' }], 'aa'],
  [
    'a new subject stays in its conversation',
    [
      { id: 'a', subject: S },
      { id: 'b', re: 'a', subject: '别的事' },
    ],
    'aa',
  ],
  [
    'the same subject without an answer is no conversation',
    [
      { id: 'a', subject: S, from: 'W', to: 'N' },
      { id: 'b', subject: S, from: 'W', to: 'N' },
    ],
    'ab',
  ],
  [
    'by subject: 张伟 answers what 李娜 sent',
    [
      { subject: S, from: 'N', to: 'W' },
      { subject: `Re: ${S}`, from: 'W', to: 'N' },
    ],
    'aa',
  ],
  [
    'by subject: the answer of a Chinese program',
    [
      { subject: S, from: 'N', to: 'W' },
      { subject: `回复：${S}`, from: 'W', to: 'N' },
    ],
    'aa',
  ],
  [
    'by subject: answers of answers',
    [
      { subject: S, from: 'N', to: 'W' },
      { subject: `Re: 答复: ${S}`, from: 'W', to: 'N' },
    ],
    'aa',
  ],
  [
    'by subject: 李娜 answers what 张伟 sent',
    [
      { subject: S, from: 'W', to: 'N' },
      { subject: `Re: ${S}`, from: 'N', to: 'W' },
    ],
    'aa',
  ],
  [
    'by subject: one of several recipients',
    [
      { subject: S, from: 'N', to: 'WF' },
      { subject: `Re: ${S}`, from: 'F', to: 'NW' },
    ],
    'aa',
  ],
  [
    'by subject, never a stranger',
    [
      { subject: S, from: 'N', to: 'W' },
      { subject: `Re: ${S}`, from: 'X', to: 'N' },
    ],
    'ab',
  ],
  [
    'by subject, not to who wrote it',
    [
      { subject: S, from: 'W', to: 'NF' },
      { subject: `Re: ${S}`, from: 'F', to: 'N' },
    ],
    'ab',
  ],
  [
    'by subject, not a forwarded mail',
    [
      { subject: S, from: 'N', to: 'W' },
      { subject: `Fwd: ${S}`, from: 'W', to: 'N' },
    ],
    'ab',
  ],
  [
    'by subject, not where the header names another',
    [
      { subject: S, from: 'N', to: 'W' },
      { re: 'gone', subject: `Re: ${S}`, from: 'W', to: 'N' },
    ],
    'ab',
  ],
  [
    'by subject, not one that says nothing',
    [
      { subject: '你好', from: 'N', to: 'W' },
      { subject: 'Re: 你好', from: 'W', to: 'N' },
    ],
    'ab',
  ],
  [
    'by subject, not after two months',
    [
      { subject: S, from: 'N', to: 'W', ago: 60 },
      { subject: `Re: ${S}`, from: 'W', to: 'N' },
    ],
    'ab',
  ],
  [
    'by subject: the newest that fits',
    [
      { subject: S, from: 'N', to: 'W', ago: 9 },
      { subject: S, from: 'N', to: 'W', ago: 5 },
      { subject: `Re: ${S}`, from: 'W', to: 'N' },
    ],
    'abb',
  ],
  [
    'by subject, another subject',
    [
      { subject: S, from: 'N', to: 'W' },
      { subject: `Re: ${S}二`, from: 'W', to: 'N' },
    ],
    'ab',
  ],
  [
    'an answer to one that joined by subject',
    [
      { id: 'a', subject: S, from: 'N', to: 'W' },
      { id: 'b', subject: `Re: ${S}`, from: 'W', to: 'N' },
      { id: 'c', re: 'b', from: 'N', to: 'W' },
    ],
    'aaa',
  ],
]

describe.each(engines)('what is one conversation, on %s', (engine) => {
  let server: TestServer
  let accountId: number
  beforeAll(async () => {
    server = await startTestServer({ engine })
    accountId = await server.addUser('li.na')
  })
  afterAll(() => server.stop())

  test('there are forty cases', () => expect(CASES).toHaveLength(40))

  test.each(CASES.map(([name, mails, grouping], at) => ({ name, mails, grouping, at })))(
    '$name',
    async ({ mails, grouping, at }) => {
      const { db } = server.context.store
      const id = (one: string | undefined) => (one ? `<${one.split('> <').join(`.${at}@case> <`)}.${at}@case>` : '')
      const people = (who: string) => [...who].map((one) => ({ name: '', address: ADDRESSES[one as Who] }))
      const threads: number[] = []
      const ids: number[] = []
      for (const { id: own, re, refs = '', subject = '主题', from = 'W', to = 'N', ago = 0 } of mails) {
        const { mailId } = await putMail(server.context, accountId, {
          messageId: id(own),
          inReplyTo: id(re),
          references: refs.split(' ').filter(Boolean).map(id).join(' '),
          // Of this case alone.
          subject: subject.startsWith('你好') || subject.endsWith('你好') ? subject : `${subject}（${at}）`,
          from: { name: '', address: ADDRESSES[from] },
          to: people(to),
          receivedAt: server.context.now() - ago * 24 * 3_600_000,
        })
        ids.push(mailId)
      }
      for (const mailId of ids) {
        const row = await db.selectFrom('mail').select('thread_id').where('id', '=', mailId).executeTakeFirstOrThrow()
        threads.push(row.thread_id)
      }
      const letters = new Map<number, string>()
      // The first mail of a conversation gives it the letter of its place.
      const named = threads.map((thread, place) => {
        if (!letters.has(thread)) letters.set(thread, String.fromCharCode(97 + [...letters.keys()].length))
        return letters.get(thread) ?? String(place)
      })
      expect(named.join('')).toBe(grouping)
    },
  )
})

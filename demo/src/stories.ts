import type { MailAddress } from '@yanshu/contracts'
import type { MailFile, WireForm } from './composeMail.ts'
import { icsFile } from './documentFiles.ts'
import { ANNOUNCEMENTS, NOTICES } from './notices.ts'
import type { DemoOrganisation, DemoPerson } from './organisation.ts'
import { CUSTOMERS, NEWSLETTERS, PARTNERS, SPAM } from './outsideMails.ts'
import { createRandom, type Random } from './random.ts'
import { storyFile } from './storyFiles.ts'
import { ENGLISH_TOPICS, type FileKind, SLOTS, TOPICS, type Topic } from './topics.ts'

/** One mail of a thread before it has a date, an identifier and a quote of what it answers. */
export interface StoryMail {
  readonly from: MailAddress
  readonly to: readonly MailAddress[]
  readonly cc?: readonly MailAddress[]
  readonly subject: string | null
  readonly paragraphs: readonly string[]
  /** Ready-made HTML instead of one made from the paragraphs. */
  readonly html?: string
  /** Send HTML beside the text. */
  readonly rich?: boolean
  readonly files?: (date: number) => MailFile[]
  readonly inline?: readonly MailFile[]
  readonly calendar?: (date: number, messageId: string) => { method: string; content: string }
  readonly extra?: readonly string[]
  readonly form?: WireForm
  readonly signature?: readonly string[]
  /** Attach the mail before this one as message/rfc822 instead of quoting it. */
  readonly attachFormer?: boolean
}

export interface Story {
  readonly mails: readonly StoryMail[]
  readonly label?: string
  /** Custom folder that recipients file it in once it is old. */
  readonly folder?: string
  readonly kind: 'work' | 'notice' | 'newsletter' | 'spam'
}

export interface Cast {
  readonly random: Random
  readonly organisation: DemoOrganisation
  /** The person the story is made for, who is in it. */
  readonly focus: DemoPerson
}

const PROJECTS_EN = ['skylark', 'juniper', 'riverbed', 'northstar', 'bluebird'] as const

/** A thread of colleagues about one of the topics. */
export function workStory(cast: Cast): Story {
  const { random, organisation, focus } = cast
  const topic = random.pick(TOPICS)
  const near = organisation.people.filter(
    (person) => person !== focus && topic.departments?.includes(person.department),
  )
  const pool = near.length > 3 && random.chance(0.75) ? near : organisation.people.filter((person) => person !== focus)
  const others = random.sample(pool, random.between(1, 4))
  const [first, ...rest] = random.chance(0.5) ? [focus, ...others] : [...others.slice(0, 1), focus, ...others.slice(1)]
  if (!first) return { mails: [], kind: 'work' }
  return thread(cast, topic, first, rest, random.chance(0.55))
}

/** A thread with a person outside, in English or Chinese. */
export function partnerStory(cast: Cast): Story {
  const { random, focus } = cast
  const english = random.chance(0.6)
  const outside = random.pick(english ? PARTNERS : CUSTOMERS)
  const foreign = TOPICS.filter((one) => one.label === '客户' || one.label === '重要')
  const topic = english ? random.pick(ENGLISH_TOPICS) : random.pick(nonEmpty(foreign, TOPICS[0]))
  return thread(cast, topic, outside, [focus], random.chance(0.7))
}

function thread(cast: Cast, topic: Topic, starter: MailAddress, others: readonly MailAddress[], rich: boolean): Story {
  const { random } = cast
  const fill = filler(random)
  const subject = fill(topic.subject)
  const [main, ...copied] = others
  const to = main ? [main] : []
  const promised = topic.opening.some((line) => /附件|attached/.test(line))
  const kinds = topic.files && (promised || random.chance(0.4)) ? random.sample(topic.files, random.between(1, 2)) : []
  const mails: StoryMail[] = [
    {
      from: starter,
      to,
      cc: copied,
      subject,
      paragraphs: topic.opening.map((line) => fill(line, main)),
      rich,
      signature: signatureOf(starter, cast),
      ...attachments(kinds, subject, random),
    },
  ]
  const english = topic.opening[0]?.startsWith('Hi') === true || topic.opening[0]?.startsWith('Dear') === true
  const length = random.between(0, topic.replies.length)
  let last = starter
  for (const reply of topic.replies.slice(0, length)) {
    const everyone = [starter, ...others]
    const writer = random.pick(
      nonEmpty(
        everyone.filter((one) => one !== last),
        starter,
      ),
    )
    const rest = everyone.filter((one) => one !== writer && one !== last)
    mails.push({
      from: writer,
      to: [last],
      cc: rest,
      subject: english ? `Re: ${subject.replace(/^Re: /, '')}` : `回复：${subject}`,
      paragraphs: reply.map((line) => fill(line, last)),
      rich,
      signature: signatureOf(writer, cast),
      ...(kinds.length > 0 && random.chance(0.15) ? attachments(kinds.slice(0, 1), `${subject}更新`, random) : {}),
    })
    last = writer
  }
  if (random.chance(0.08)) {
    const outsider = random.pick(
      nonEmpty(
        cast.organisation.people.filter((person) => !others.includes(person) && person !== starter),
        cast.focus,
      ),
    )
    mails.push({
      from: last,
      to: [outsider],
      subject: `转发：${subject}`,
      paragraphs: ['请知悉，前面的讨论见附件中的原邮件。'],
      attachFormer: true,
      signature: signatureOf(last, cast),
    })
  }
  return {
    mails,
    kind: 'work',
    ...(topic.label ? { label: topic.label } : {}),
    ...(topic.folder ? { folder: topic.folder } : {}),
  }
}

function nonEmpty<T>(list: readonly T[], otherwise: T): [T, ...T[]] {
  const [first, ...rest] = list
  return first === undefined ? [otherwise] : [first, ...rest]
}

function attachments(kinds: readonly FileKind[], title: string, random: Random): Pick<StoryMail, 'files'> {
  if (kinds.length === 0) return {}
  // Random numbers of their own: a mail may be rendered twice (once attached to another) or not at all.
  const seed = random.int(2 ** 31)
  return {
    files: (date) => {
      const own = createRandom(seed)
      return kinds.map((kind) => storyFile(kind, title, own, date))
    },
  }
}

/** Fills slots; one slot has one value for the whole thread. */
function filler(random: Random): (text: string, to?: MailAddress) => string {
  const chosen = new Map<string, string>()
  return (text, to) =>
    text.replace(/\{([a-z-]+)\}/g, (whole, slot: string) => {
      if (slot === 'to') return to?.name.replace(/（.*/, '') || 'all'
      const value = chosen.get(slot) ?? draw(slot, random) ?? whole
      chosen.set(slot, value)
      return value
    })
}

function draw(slot: string, random: Random): string | null {
  if (slot === 'number') return String(random.between(1_000, 9_999))
  if (slot === 'project-en') return random.pick(PROJECTS_EN)
  const values = SLOTS[slot]
  return values ? random.pick(values) : null
}

function signatureOf(writer: MailAddress, { organisation }: Cast): readonly string[] {
  const person = organisation.people.find((one) => one.address === writer.address)
  if (!person) return [writer.name.split('（')[0] ?? writer.name]
  const department = organisation.departments.find((one) => one.id === person.department)?.name ?? ''
  return [`${person.name}　${person.duties}`, `${organisation.name} ${department}`, `电话：${person.phone}`]
}

/** An invitation to a meeting, mostly answered. */
export function meetingStory(cast: Cast): Story {
  const { random, organisation, focus } = cast
  const fill = filler(random)
  const guests = random.sample(
    organisation.people.filter((person) => person !== focus),
    random.between(2, 5),
  )
  const [host, ...invited] = random.chance(0.5)
    ? [focus, ...guests]
    : [...guests.slice(0, 1), focus, ...guests.slice(1)]
  if (!host) return { mails: [], kind: 'work' }
  const title = fill('{project}项目例会')
  const place = fill('{room}')
  const hour = random.pick([1, 2, 6, 7, 8])
  const ahead = random.between(1, 4)
  const meeting = (date: number, uid: string) => {
    const start = date - (date % 86_400_000) + ahead * 86_400_000 + hour * 3_600_000
    return { uid, title, place, start, end: start + 3_600_000, stamp: date, organiser: host, guests: invited }
  }
  const mails: StoryMail[] = [
    {
      from: host,
      to: invited,
      subject: `会议邀请：${title}`,
      paragraphs: [`邀请您参加“${title}”。`, `地点：${place}`, '请接受或谢绝。'],
      rich: true,
      calendar: (date, id) => ({
        method: 'REQUEST',
        content: icsFile('REQUEST', meeting(date, id.replace(/[<>]/g, ''))),
      }),
    },
  ]
  const [guest] = invited
  if (guest && random.chance(0.6)) {
    mails.push({ from: guest, to: [host], subject: `已接受：会议邀请：${title}`, paragraphs: ['我会参加。'] })
  }
  return { mails, kind: 'work', label: '待办' }
}

/** A notice that a program sent to the focus. */
export function noticeStory({ random, focus }: Cast): Story {
  const notice = random.pick(NOTICES)
  const fill = filler(random)
  return {
    kind: 'notice',
    mails: [
      {
        from: { name: notice.name, address: `${notice.from}@yanshu.test` },
        to: [focus],
        subject: fill(notice.subject),
        paragraphs: notice.lines.map((line) => fill(line)),
        extra: ['Auto-Submitted: auto-generated', 'Precedence: bulk'],
        rich: random.chance(0.5),
      },
    ],
  }
}

/** A notice of one department to all people: a mail of some forty recipients. */
export function announcementStory({ random, organisation }: Cast): Story {
  const notice = random.pick(ANNOUNCEMENTS)
  const writer = organisation.people.find((person) => person.account === notice.from)
  const from = writer ?? { name: notice.name, address: `${notice.from}@yanshu.test` }
  const signature = [notice.name, organisation.name]
  return {
    kind: 'work',
    label: '重要',
    mails: [
      {
        from,
        to: organisation.people.filter((person) => person !== writer),
        subject: notice.subject,
        paragraphs: notice.lines,
        rich: true,
        signature,
      },
    ],
  }
}

/** An HTML newsletter with tables, remote images, a hidden preheader and an unsubscribe header. */
export function newsletterStory({ random, focus }: Cast): Story {
  const letter = random.pick(NEWSLETTERS)
  const issue = random.between(100, 399)
  const items = random.sample(letter.items, 3)
  const padding = '&zwnj;&nbsp;'.repeat(40)
  const rows = items.map(
    (item, index) =>
      `<tr><td width="180" style="padding:12px"><img src="https://img.example.com/${issue}/${index}.jpg" width="160" height="100" alt="${item}"></td><td style="padding:12px;font-size:14px;line-height:22px;color:#4e5969"><a href="https://news.example.com/${issue}/${index}?utm_source=mail" style="color:#1677ff;font-size:16px;text-decoration:none">${item}</a><br>本期为您带来“${item}”的完整解读，含 ${random.between(3, 12)} 个案例与 ${random.between(2, 6)} 张图表，阅读约需 ${random.between(4, 15)} 分钟。</td></tr>`,
  )
  const html = `<!DOCTYPE html><html><head><meta charset="utf-8"><style>.wrap{max-width:640px}@media (max-width:480px){td{display:block}}</style></head><body style="margin:0;background:#f2f3f5"><div style="display:none;max-height:0;overflow:hidden">${items.join('、')}${padding}</div><table width="100%" cellpadding="0" cellspacing="0"><tr><td align="center"><table class="wrap" width="640" cellpadding="0" cellspacing="0" style="background:#fff"><tr><td colspan="2" style="background:#1677ff;padding:20px"><img src="https://img.example.com/logo.png" width="120" height="32" alt="${letter.name}"><h1 style="color:#fff;font-size:22px">${letter.title} 第 ${issue} 期</h1></td></tr>${rows.join('')}<tr><td colspan="2" style="padding:16px;font-size:12px;color:#86909c">您收到此邮件是因为订阅了${letter.name}。<a href="https://news.example.com/unsubscribe?u=${random.hex(8)}">退订</a><img src="https://img.example.com/open.gif?i=${issue}" width="1" height="1" alt=""></td></tr></table></td></tr></table></body></html>`
  return {
    kind: 'newsletter',
    folder: '订阅',
    mails: [
      {
        from: { name: letter.name, address: letter.address },
        to: [{ name: '', address: focus.address }],
        subject: `${letter.title} 第 ${issue} 期：${items[0] ?? ''}`,
        paragraphs: [],
        html,
        extra: [
          `List-Id: <${letter.address.replace('@', '.')}>`,
          `List-Unsubscribe: <https://news.example.com/unsubscribe?u=${random.hex(8)}>`,
          'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
        ],
      },
    ],
  }
}

/** A mail that the spam filter has marked. */
export function spamStory({ random, focus }: Cast): Story {
  const spam = random.pick(SPAM)
  return {
    kind: 'spam',
    mails: [
      {
        from: spam,
        to: [{ name: '', address: focus.address }],
        subject: spam.subject,
        paragraphs: [],
        html: `<html><body>${spam.html}</body></html>`,
        extra: ['X-Spam-Flag: YES', `X-Spam-Score: ${random.between(6, 15)}.${random.int(10)}`],
      },
    ],
  }
}

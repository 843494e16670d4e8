import type { MailAddress } from '@yanshu/contracts'
import { composeMail, mailDate } from './composeMail.ts'
import { htmlDocument, plainBody, type Quoted, richBody } from './mailBodies.ts'
import { hzMail, oddStories } from './oddMails.ts'
import { DEMO_DOMAIN, type DemoPerson, demoOrganisation, MAIN_ACCOUNTS } from './organisation.ts'
import { createRandom, type Random } from './random.ts'
import {
  announcementStory,
  type Cast,
  meetingStory,
  newsletterStory,
  noticeStory,
  partnerStory,
  type Story,
  type StoryMail,
  spamStory,
  workStory,
} from './stories.ts'

export type DemoFolder = { readonly role: 'inbox' | 'sent' | 'drafts' | 'trash' | 'spam' } | { readonly name: string }

/** One mail in one mailbox. */
export interface DemoCopy {
  /** Address of the account. */
  readonly owner: string
  /** A system folder by its role, or a custom folder by its name (one of DEMO_FOLDERS). */
  readonly folder: DemoFolder
  readonly seen: boolean
  readonly flagged: boolean
  readonly answered: boolean
  readonly forwarded: boolean
  /** Names out of DEMO_LABELS. */
  readonly labels: readonly string[]
  /** Epoch milliseconds. */
  readonly receivedAt: number
}

/** A mail with all its copies: they share the bytes, as sender's and recipients' copies do in the store. */
export interface DemoMail {
  readonly messageId: string
  /** Complete RFC 5322 bytes. */
  readonly raw: Uint8Array
  readonly copies: readonly DemoCopy[]
}

export interface DemoOptions {
  /** The present of the demonstration: no mail is newer. */
  readonly now: Date
  readonly seed?: number
  /** Copies each of the main accounts gets at least. */
  readonly perMainAccount?: number
}

/** Custom folders every main account has. */
export const DEMO_FOLDERS = ['项目资料', '周报汇总', '报销与合同', '客户往来', '订阅'] as const
/** Labels every main account has. */
export const DEMO_LABELS = ['重要', '待办', '客户', '财务'] as const

const MINUTE = 60_000
const DAY = 86_400_000
const CHINA = 8 * 3_600_000
/** Days back to the first mail. */
const SPAN = 180
/** Mails older than this are mostly read and filed. */
const FILED_AFTER = 30 * DAY

/** A mail that has its place in time but no bytes yet. */
interface Planned {
  readonly mail: StoryMail
  readonly date: number
  readonly messageId: string
  readonly former: Planned | null
  readonly references: readonly string[]
  readonly copies: DemoCopy[]
  readonly raw: () => Uint8Array
}

/**
 * The mails of the demonstration organisation, oldest first. The same options give the same bytes; nothing is
 * rendered before it is asked for.
 */
export function* demoMails(options: DemoOptions): Generator<DemoMail> {
  for (const planned of planMails(options)) {
    yield { messageId: planned.messageId, raw: planned.raw(), copies: planned.copies }
  }
}

function planMails({ now: made, seed = 20_260_101, perMainAccount = 300 }: DemoOptions): Planned[] {
  const random = createRandom(seed)
  const organisation = demoOrganisation()
  const now = lastMorning(made.getTime())
  const planner = createPlanner(random, now)
  const mains = MAIN_ACCOUNTS.flatMap((account) => organisation.people.filter((person) => person.account === account))

  for (let i = 0; i < 8; i++) planner.add(announcementStory({ random, organisation, focus: pickMain(mains, random) }))
  for (const focus of mains) {
    const cast: Cast = { random, organisation, focus }
    for (const story of oddStories(focus, organisation, now - DAY)) planner.add(story)
    planner.addHz(focus)
    for (let i = 0; i < 12; i++) planner.add(spamStory(cast))
    for (let i = 0; i < 3; i++) planner.addDraft(workStory(cast), focus, i)
  }
  for (const focus of mains) {
    const cast: Cast = { random, organisation, focus }
    while ((planner.counts.get(focus.address) ?? 0) < perMainAccount) planner.add(anyStory(cast))
  }
  // An empty mailbox would look broken when its owner logs in.
  for (const focus of organisation.people) {
    const cast: Cast = { random, organisation, focus }
    while ((planner.counts.get(focus.address) ?? 0) < Math.min(30, perMainAccount)) planner.add(anyStory(cast))
  }
  return planner.planned.sort((a, b) => a.date - b.date || (a.messageId < b.messageId ? -1 : 1))
}

/**
 * Ten in the morning in China, today or yesterday. All mails are made as of that hour: later mails are left out, and
 * because that changes the sequence of random numbers, another hour would give other mails.
 */
const lastMorning = (time: number): number => time - ((time + CHINA - 10 * 60 * MINUTE) % DAY)

function pickMain(mains: readonly DemoPerson[], random: Random): DemoPerson {
  const [first, ...rest] = mains
  if (!first) throw new Error('The demonstration organisation has no main accounts')
  return random.pick([first, ...rest])
}

function anyStory(cast: Cast): Story {
  const chance = cast.random.next()
  if (chance < 0.58) return workStory(cast)
  if (chance < 0.68) return partnerStory(cast)
  if (chance < 0.76) return meetingStory(cast)
  if (chance < 0.87) return noticeStory(cast)
  return newsletterStory(cast)
}

function createPlanner(random: Random, now: number) {
  const planned: Planned[] = []
  const counts = new Map<string, number>()

  /** A working hour of a past day; recent days are likelier. */
  const startTime = (): number => {
    const day = Math.floor(SPAN * random.next() ** 2)
    const midnight = now + CHINA - ((now + CHINA) % DAY) - CHINA - day * DAY
    const time = midnight + random.between(8 * 60, 19 * 60) * MINUTE + random.int(60) * 1_000
    return time < now - 5 * MINUTE ? time : time - DAY
  }
  const identifier = (mail: StoryMail): string =>
    `<${random.hex(20)}@${mail.from.address.split('@')[1] ?? DEMO_DOMAIN}>`

  const push = (item: Planned): void => {
    planned.push(item)
    for (const copy of item.copies) counts.set(copy.owner, (counts.get(copy.owner) ?? 0) + 1)
  }

  const plan = (mail: StoryMail, date: number, former: Planned | null, copies: DemoCopy[]): Planned => {
    const references = former && !mail.attachFormer ? [...former.references, former.messageId] : []
    const messageId = identifier(mail)
    const item: Planned = { mail, date, messageId, former, references, copies, raw: () => render(item) }
    return item
  }

  return {
    planned,
    counts,

    add(story: Story): void {
      let date = startTime()
      let former: Planned | null = null
      for (const mail of story.mails) {
        if (former) {
          date += random.between(6, 26 * 60) * MINUTE
          // Mails with a date in the future are left out.
          if (date > now - MINUTE) break
        }
        const item: Planned = plan(mail, date, former, copiesOf(story, mail, date, now, random))
        if (former) markAnswered(former, mail)
        push(item)
        former = item
      }
    },

    /** A mail the owner has begun; every other one lacks something. */
    addDraft(story: Story, owner: DemoPerson, index: number): void {
      const [source] = story.mails
      if (!source) return
      const mail: StoryMail = {
        ...source,
        from: owner,
        to: index === 1 ? [] : source.to.filter((one) => one.address !== owner.address),
        cc: [],
        subject: index === 2 ? '' : source.subject,
      }
      const date = now - random.between(20, 5 * 24 * 60) * MINUTE
      push(plan(mail, date, null, [copyOf(owner.address, { role: 'drafts' }, date, { seen: true })]))
    },

    /** The one charset that {@link composeMail} does not write. */
    addHz(owner: DemoPerson): void {
      const date = startTime()
      const messageId = `<${random.hex(20)}@alumni.example.cn>`
      const mail: StoryMail = {
        from: { name: '', address: 'lao.banzhang@alumni.example.cn' },
        to: [owner],
        subject: null,
        paragraphs: [],
      }
      const copies = [copyOf(owner.address, { role: 'inbox' }, date + 3_000, { seen: random.chance(0.5) })]
      push({
        mail,
        date,
        messageId,
        former: null,
        references: [],
        copies,
        raw: () => hzMail(owner, messageId, mailDate(date)),
      })
    },
  }
}

function copyOf(owner: string, folder: DemoFolder, receivedAt: number, flags: Partial<DemoCopy>): DemoCopy {
  return {
    owner,
    folder,
    seen: false,
    flagged: false,
    answered: false,
    forwarded: false,
    labels: [],
    receivedAt,
    ...flags,
  }
}

/** The sender's copy in the sent folder, and one for each recipient of the organisation. */
function copiesOf(story: Story, mail: StoryMail, date: number, now: number, random: Random): DemoCopy[] {
  const copies: DemoCopy[] = []
  const accounts = new Set(demoOrganisation().people.map((person) => person.address))
  if (accounts.has(mail.from.address)) copies.push(copyOf(mail.from.address, { role: 'sent' }, date, { seen: true }))
  const recipients = new Set([...mail.to, ...(mail.cc ?? [])].map((one) => one.address))
  for (const owner of recipients) {
    if (!accounts.has(owner)) continue
    const age = now - date
    const main = MAIN_ACCOUNTS.some((account) => owner === `${account}@${DEMO_DOMAIN}`)
    const seen =
      story.kind === 'spam' ? random.chance(0.2) : random.chance(age > FILED_AFTER ? 0.97 : age > 3 * DAY ? 0.85 : 0.4)
    const labels = main && story.label && random.chance(0.3) ? [story.label] : []
    const folder = folderOf(story, main, seen && age > FILED_AFTER, random)
    const receivedAt = Math.min(date + random.between(1, 20) * 1_000, now)
    copies.push(
      copyOf(owner, folder, receivedAt, { seen, labels, flagged: story.kind === 'work' && random.chance(0.05) }),
    )
  }
  return copies
}

function folderOf(story: Story, main: boolean, old: boolean, random: Random): DemoFolder {
  if (story.kind === 'spam') return { role: 'spam' }
  if (story.kind === 'newsletter' && random.chance(0.12)) return { role: 'trash' }
  if (story.kind === 'notice' && old && random.chance(0.3)) return { role: 'trash' }
  if (main && old && story.folder && random.chance(0.6)) return { name: story.folder }
  return old && random.chance(0.03) ? { role: 'trash' } : { role: 'inbox' }
}

/** Who answers or forwards a mail has read it. */
function markAnswered(former: Planned, mail: StoryMail): void {
  const index = former.copies.findIndex(
    (copy) => copy.owner === mail.from.address && !('role' in copy.folder && copy.folder.role === 'sent'),
  )
  const copy = former.copies[index]
  if (copy)
    former.copies[index] = { ...copy, seen: true, ...(mail.attachFormer ? { forwarded: true } : { answered: true }) }
}

function render(item: Planned): Uint8Array {
  const { mail, date, messageId, former, references } = item
  const quoted = former && !mail.attachFormer ? quoteOf(former) : null
  const signature = mail.signature ?? []
  const rich = mail.html ?? (mail.rich ? htmlDocument(richBody(mail.paragraphs, signature, quoted)) : undefined)
  const calendar = mail.calendar?.(date, messageId)
  const onlyHtml = mail.html !== undefined && mail.paragraphs.length === 0
  return composeMail({
    from: plainAddress(mail.from),
    to: mail.to.map(plainAddress),
    cc: (mail.cc ?? []).map(plainAddress),
    subject: mail.subject,
    date,
    messageId,
    references,
    ...(references.length > 0 && former ? { inReplyTo: former.messageId } : {}),
    ...(onlyHtml ? {} : { text: plainBody(mail.paragraphs, signature, quoted) }),
    ...(rich === undefined ? {} : { html: rich }),
    ...(calendar ? { calendar } : {}),
    ...(mail.inline ? { inline: mail.inline } : {}),
    ...(mail.files ? { files: mail.files(date) } : {}),
    ...(mail.attachFormer && former ? { messages: [former.raw()] } : {}),
    ...(mail.extra ? { extra: mail.extra } : {}),
    ...(mail.form ? { form: mail.form } : {}),
  })
}

function plainAddress({ name, address }: MailAddress): MailAddress {
  return { name, address }
}

/** The former mail as its answer shows it, with what that one quotes in turn. */
function quoteOf(item: Planned): Quoted {
  const { mail, date, former } = item
  const deeper = former && !mail.attachFormer ? quoteOf(former) : null
  const signature = mail.signature ?? []
  return {
    from: plainAddress(mail.from),
    date,
    text: plainBody(mail.paragraphs, signature, deeper),
    html: richBody(mail.paragraphs, signature, deeper),
    english: /^(?:Re: )?[\x20-\x7e—]+$/.test(mail.subject ?? ''),
  }
}

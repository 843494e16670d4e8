import { parseArgs } from 'node:util'
import { LOADS, type LoadName } from './load/loads.ts'
import type { OrganisationSize } from './organisation.ts'
import { PEER_NAMES, type PeerName } from './peers/names.ts'

export interface BenchOptions {
  /** Mails in the inbox, one whole measurement each. */
  readonly mails: readonly number[]
  /** Repetitions of what is done in the browser, and of the start of the server. */
  readonly runs: number
  readonly parts: readonly Part[]
  /** Measures one person's searches in a store that many share, and nothing else. */
  readonly organisation: OrganisationSize | null
  /** Another checkout of the project, with its built client, to be measured in turn with this one; nothing else is then. */
  readonly against: string | null
  /** Other clients, to be measured on this machine in turn with this one; nothing else is then. */
  readonly peers: readonly PeerName[]
  /**
   * Measures deliveries into a store on PostgreSQL, whose empty database this names, and nothing else; with an
   * organisation or loads, those there.
   */
  readonly postgres: string | null
  /** Measures searches, lists and letters while mail comes in and hundreds of people work, and nothing else. */
  readonly loads: readonly LoadName[]
  /** Measures tree, search and import of contacts in a directory of so many people, and nothing else. */
  readonly people: number | null
  /** Measures the page with a month of so many events, and nothing else. */
  readonly month: number | null
  /** Measures the desk of an approver for whom so many mails wait, and nothing else. */
  readonly approvals: number | null
  /** Measures lists of a folder of the document center with so many files, and nothing else. */
  readonly documents: number | null
  /** Measures how the text of so many attached files gets into the search, and nothing else. */
  readonly attachments: number | null
  /** Measures deliveries, invitations and reminders beside so many hanging calendars and a bucket, and nothing else. */
  readonly hanging: number | null
  /**
   * Measures time and memory of the operator's commands (import, export, backup, restore, move) with so many mails, and
   * nothing else.
   */
  readonly commands: number | null
  /** Measures how a letter with a file of so many MiB is signed, encrypted and opened in Chromium, and nothing else. */
  readonly protectedMail: number | null
  /** Opens so many mails in one page, scrolls through all rows, compares heap and elements on the way, and nothing else. */
  readonly soak: number | null
  /** Whether the tables are written as Markdown. */
  readonly markdown: boolean
}

export type Part = 'server' | 'browser'

const FEWEST_MAILS = 1_000
const MOST_RUNS = 50
/** As many as one file may bring. */
const MOST_EVENTS = 20_000
const MOST_HANGING = 500
const MOST_MIB = 50

/** Reads the command line. Throws a sentence when it is invalid. */
export function readOptions(parameters: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      mails: { type: 'string', default: '10000,100000' },
      runs: { type: 'string', default: '5' },
      only: { type: 'string' },
      organisation: { type: 'string' },
      against: { type: 'string' },
      peers: { type: 'string' },
      postgres: { type: 'string' },
      load: { type: 'string' },
      people: { type: 'string' },
      month: { type: 'string' },
      approvals: { type: 'string' },
      documents: { type: 'string' },
      attachments: { type: 'string' },
      hanging: { type: 'string' },
      commands: { type: 'string' },
      protected: { type: 'string' },
      soak: { type: 'string' },
      markdown: { type: 'boolean', default: false },
    },
  })
  const mails = values.mails.split(',').map(Number)
  if (mails.length === 0 || mails.some((count) => !Number.isInteger(count) || count < FEWEST_MAILS)) {
    throw new Error(`--mails ${values.mails}: expected numbers of at least ${FEWEST_MAILS}, parted by commas.`)
  }
  const runs = Number(values.runs)
  if (!Number.isInteger(runs) || runs < 1 || runs > MOST_RUNS) {
    throw new Error(`--runs ${values.runs}: expected a number from 1 to ${MOST_RUNS}.`)
  }
  if (values.only !== undefined && values.only !== 'server' && values.only !== 'browser') {
    throw new Error(`--only ${values.only}: expected server or browser.`)
  }
  const people = values.people === undefined ? null : Number(values.people)
  if (people !== null && (!Number.isInteger(people) || people < FEWEST_MAILS)) {
    throw new Error(`--people ${values.people}: expected a number of at least ${FEWEST_MAILS}.`)
  }
  const month = values.month === undefined ? null : Number(values.month)
  if (month !== null && (!Number.isInteger(month) || month < 1 || month > MOST_EVENTS)) {
    throw new Error(`--month ${values.month}: expected a number from 1 to ${MOST_EVENTS}.`)
  }
  const approvals = values.approvals === undefined ? null : Number(values.approvals)
  if (approvals !== null && (!Number.isInteger(approvals) || approvals < FEWEST_MAILS)) {
    throw new Error(`--approvals ${values.approvals}: expected a number of at least ${FEWEST_MAILS}.`)
  }
  const attachments = values.attachments === undefined ? null : Number(values.attachments)
  if (attachments !== null && (!Number.isInteger(attachments) || attachments < FEWEST_MAILS)) {
    throw new Error(`--attachments ${values.attachments}: expected a number of at least ${FEWEST_MAILS}.`)
  }
  const commands = values.commands === undefined ? null : Number(values.commands)
  if (commands !== null && (!Number.isInteger(commands) || commands < FEWEST_MAILS)) {
    throw new Error(`--commands ${values.commands}: expected a number of at least ${FEWEST_MAILS}.`)
  }
  const documents = values.documents === undefined ? null : Number(values.documents)
  if (documents !== null && (!Number.isInteger(documents) || documents < FEWEST_MAILS)) {
    throw new Error(`--documents ${values.documents}: expected a number of at least ${FEWEST_MAILS}.`)
  }
  const hanging = values.hanging === undefined ? null : Number(values.hanging)
  if (hanging !== null && (!Number.isInteger(hanging) || hanging < 1 || hanging > MOST_HANGING)) {
    throw new Error(`--hanging ${values.hanging}: expected a number from 1 to ${MOST_HANGING}.`)
  }
  const protectedMail = values.protected === undefined ? null : Number(values.protected)
  if (protectedMail !== null && (!Number.isInteger(protectedMail) || protectedMail < 1 || protectedMail > MOST_MIB)) {
    throw new Error(`--protected ${values.protected}: expected a number from 1 to ${MOST_MIB}.`)
  }
  const soak = values.soak === undefined ? null : Number(values.soak)
  if (soak !== null && (!Number.isInteger(soak) || soak < 8)) {
    throw new Error(`--soak ${values.soak}: expected a number of mails of at least 8.`)
  }
  if (values.postgres !== undefined && !/^postgres(ql)?:\/\//.test(values.postgres)) {
    throw new Error('--postgres: expected the address of a database, postgres://…')
  }
  const organisation = values.organisation === undefined ? null : readSize(values.organisation)
  return {
    mails,
    runs,
    organisation,
    against: values.against ?? null,
    peers: values.peers === undefined ? [] : readPeers(values.peers),
    postgres: values.postgres ?? null,
    loads: values.load === undefined ? [] : readLoads(values.load),
    people,
    month,
    approvals,
    documents,
    attachments,
    hanging,
    commands,
    protectedMail,
    soak,
    parts: values.only ? [values.only] : ['server', 'browser'],
    markdown: values.markdown,
  }
}

function readPeers(text: string): PeerName[] {
  return text.split(',').map((name) => {
    const known = PEER_NAMES.find((one) => one === name)
    if (!known) throw new Error(`--peers ${text}: expected ${PEER_NAMES.join(', ')}, parted by commas.`)
    return known
  })
}

function readLoads(text: string): readonly LoadName[] {
  if (text === 'all') return LOADS
  return text.split(',').map((name) => {
    const known = LOADS.find((one) => one === name)
    if (!known) throw new Error(`--load ${text}: expected all, or ${LOADS.join(', ')}, parted by commas.`)
    return known
  })
}

function readSize(text: string): OrganisationSize {
  const [, accounts, mails] = /^(\d+)x(\d+)$/.exec(text) ?? []
  if (accounts === undefined || mails === undefined || Number(accounts) < 2 || Number(mails) < 1) {
    throw new Error(`--organisation ${text}: expected accounts x mails of each, for instance 200x2000.`)
  }
  return { accounts: Number(accounts), mails: Number(mails) }
}

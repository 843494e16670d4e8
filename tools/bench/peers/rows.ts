import type { Unit } from '../measurement.ts'

/** What is compared, in the order of the table: its title and unit. */
export const ROWS = {
  form: ['login page: navigation → form', 'ms'],
  login: ['submit → rows', 'ms'],
  quiet: ['submit → quiet', 'ms'],
  heap: ['heap after login', 'MiB'],
  openFirst: ['open a mail, the first', 'ms'],
  openSecond: ['open a mail, another', 'ms'],
  openHtml: ['open an HTML of 30 KB', 'ms'],
  openAgain: ['open a mail opened before', 'ms'],
  openNext: ['next mail by key', 'ms'],
  further: ['fifty rows further', 'ms'],
  jump: ['jump to the middle', 'ms'],
  jumpBytes: ['bytes of the jump', 'KiB'],
  folder: ['folder for the first time', 'ms'],
  back: ['back to the inbox', 'ms'],
  search: ['subject search → rows', 'ms'],
  mark: ['mark 50 as read → rows look read', 'ms'],
  move: ['move 50 → gone', 'ms'],
  filled: ['move 50 → list filled again', 'ms'],
  compose: ['editor ready', 'ms'],
  send: ['send → editor closed', 'ms'],
} as const satisfies Readonly<Record<string, readonly [title: string, unit: Unit]>>

export type RowId = keyof typeof ROWS

/** Values of one client, as they are seen from outside the browser and, where it is timed there, in the page. */
export class Figures {
  readonly outside = new Map<RowId, number[]>()
  readonly inPage = new Map<RowId, number[]>()

  add(row: RowId, outside: number, inPage?: number): void {
    append(this.outside, row, outside)
    if (inPage !== undefined) append(this.inPage, row, inPage)
  }
}

function append(values: Map<RowId, number[]>, row: RowId, value: number): void {
  const known = values.get(row)
  if (known) known.push(value)
  else values.set(row, [value])
}

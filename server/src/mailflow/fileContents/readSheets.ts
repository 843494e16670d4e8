import { type BlockSink, COLUMNS_MAX } from './fileBlocks.ts'
import { partsInOrder } from './officeParts.ts'
import { readXml } from './readXml.ts'
import type { ZipFile } from './zipFile.ts'

/** Texts that cells share; a file may have more than are read. */
const SHARED_MAX = 200_000
const DAY_MS = 86_400_000
/** Days of a spreadsheet are counted from here. */
const FIRST_DAY = Date.UTC(1_899, 11, 30)

/** A workbook of Excel: each sheet as a table of what its cells show. Formulas are not followed. */
export async function readSheets(zip: ZipFile, sink: BlockSink): Promise<void> {
  const shared = await readShared(zip)
  const dates = await readDateStyles(zip)
  for (const { name, path } of await partsInOrder(zip, 'xl/workbook.xml', 'sheet')) {
    const content = await zip.read(path)
    if (!content) continue
    sink.add({ kind: 'part', text: name })
    let row: string[] = []
    let cell = { column: 0, type: '', isDate: false, value: '' }
    let isValue = false
    await readXml(content, {
      open(element, { r = '', t = '', s = '' }) {
        if (element === 'row') row = []
        else if (element === 'c') cell = { column: columnOf(r) ?? row.length, type: t, isDate: dates.has(s), value: '' }
        else if (element === 'v' || element === 't') isValue = true
      },
      text(piece) {
        if (isValue) cell.value += piece
      },
      close(element) {
        if (element === 'v' || element === 't') isValue = false
        else if (element === 'c') {
          if (cell.column >= COLUMNS_MAX || cell.value === '') return
          while (row.length < cell.column) row.push('')
          row[cell.column] = shownValue(cell, shared)
        } else if (element === 'row' && row.some((one) => one !== '')) {
          sink.row(row)
        }
      },
    })
    sink.endTable()
  }
}

interface Cell {
  readonly type: string
  readonly isDate: boolean
  readonly value: string
}

function shownValue({ type, isDate, value }: Cell, shared: readonly string[]): string {
  if (type === 's') return shared[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type !== '' && type !== 'n') return value
  const number = Number(value)
  if (!isDate) return Number.isFinite(number) ? String(Number(number.toPrecision(15))) : value
  const moment = new Date(FIRST_DAY + Math.round(number * DAY_MS))
  if (!Number.isFinite(moment.getTime())) return value
  const [day = '', time = ''] = moment.toISOString().split('T')
  return number % 1 === 0 ? day : `${day} ${time.slice(0, 5)}`
}

/** The number of a column from 0, of a place like `AB12`. */
function columnOf(place: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(place)?.[0]
  if (!letters) return null
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

async function readShared(zip: ZipFile): Promise<string[]> {
  const content = await zip.read('xl/sharedStrings.xml')
  const shared: string[] = []
  if (!content) return shared
  let text = ''
  let isText = false
  let isReadingAid = false
  await readXml(content, {
    open(element) {
      if (element === 'rPh') isReadingAid = true
      else if (element === 't') isText = true
      else if (element === 'si') text = ''
    },
    text(piece) {
      if (isText && !isReadingAid) text += piece
    },
    close(element) {
      if (element === 'rPh') isReadingAid = false
      else if (element === 't') isText = false
      else if (element === 'si' && shared.length < SHARED_MAX) shared.push(text)
    },
  })
  return shared
}

/** The numbers of the cell styles that show a date (ECMA-376, 18.8.30). */
async function readDateStyles(zip: ZipFile): Promise<ReadonlySet<string>> {
  const content = await zip.read('xl/styles.xml')
  const dates = new Set<string>()
  if (!content) return dates
  const formats = new Set<string>()
  let isCellStyles = false
  let style = 0
  await readXml(content, {
    open(element, { numFmtId = '', formatCode = '' }) {
      if (element === 'numFmt' && /[ymdh]/i.test(formatCode.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ''))) {
        formats.add(numFmtId)
      } else if (element === 'cellXfs') isCellStyles = true
      else if (element === 'xf' && isCellStyles) {
        const number = Number(numFmtId)
        if ((number >= 14 && number <= 22) || (number >= 27 && number <= 36) || formats.has(numFmtId)) {
          dates.add(String(style))
        }
        style += 1
      }
    },
    close(element) {
      if (element === 'cellXfs') isCellStyles = false
    },
  })
  return dates
}

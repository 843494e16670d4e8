import { expect, test } from 'vitest'
import { CsvError, csvCells, csvLines, readCsvTable } from './csv.ts'

test('given cells with quotes, commas and lines, then what was written is read, and no cell is a formula', () => {
  const rows = [
    ['a', 'b'],
    ['说“好”, "yes"', 'one\r\ntwo'],
    ['=1+1', ''],
  ]
  const text = csvLines(rows)
  expect(csvCells(`\ufeff${text}`, [','])).toEqual([rows[0], rows[1], ["'=1+1", '']])
  expect(csvLines([])).toBe('')
})

test('given a table with a header, then each row has the line on which it begins', () => {
  const { columns, rows } = readCsvTable(
    '\ufeff Address ,NAME\r\n\r\na@b.example,"two\nlines"\n,\nc@b.example\nd,e,f,g\n',
  )
  expect(columns).toEqual(['address', 'name'])
  expect(rows).toEqual([
    { cells: { address: 'a@b.example', name: 'two\nlines' }, line: 3, more: 0 },
    { cells: { address: 'c@b.example' }, line: 6, more: 0 },
    { cells: { address: 'd', name: 'e' }, line: 7, more: 2 },
  ])
})

test('given a quotation without an end, then the line is named', () => {
  expect(() => readCsvTable('address,name\na@b.example,"no end\nb@b.example,x\n')).toThrow(CsvError)
  expect(() => readCsvTable('address,name\na@b.example,"no end\nb@b.example,x\n')).toThrow(/^line 2: /)
})

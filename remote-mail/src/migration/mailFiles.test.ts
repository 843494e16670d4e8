import { expect, test } from 'vitest'
import { judgeFiles } from './mailFiles.ts'

test('files of Outlook, backups of Foxmail, empty ones and too many are not uploaded, each with its reason', () => {
  const file = (name: string, text = 'mail') => new File([text], name)
  const { taken, problems } = judgeFiles(
    [file('a.mbox'), file('b.PST'), file('c.eml', ''), file('d.zip'), file('e.Fox')],
    19,
  )
  expect(taken.map(({ name }) => name)).toEqual(['a.mbox'])
  expect(problems).toEqual([
    { name: 'b.PST', problem: 'outlook' },
    { name: 'c.eml', problem: 'empty' },
    { name: 'd.zip', problem: 'tooMany' },
    { name: 'e.Fox', problem: 'foxmail' },
  ])
})

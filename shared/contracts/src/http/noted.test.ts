import { expect, test } from 'vitest'
import { z } from 'zod'
import { httpCalls } from './index.ts'

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
const isForOwner = ({ ownerOnly, personAlone, recentPassword }: (typeof httpCalls)[number]) =>
  ownerOnly || personAlone !== null || recentPassword !== null

test('a call for the owner says what the log of security notes of it, or that it notes nothing', () => {
  expect(httpCalls.filter((call) => isForOwner(call) && call.noted === null).map(nameOf)).toEqual([])
})

test('a call that says that it notes nothing is one for the owner; what others leave out is nothing too', () => {
  expect(httpCalls.filter((call) => !isForOwner(call) && call.noted === 'nothing').map(nameOf)).toEqual([])
})

test('what is noted by a field, or with one, names a field of query or body', () => {
  const fieldsOf = ({ query, body }: { query: z.ZodType; body: z.ZodType }) =>
    [query, body].flatMap((schema) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []))
  const wrong = httpCalls.flatMap((call) => {
    if (call.noted === null || call.noted === 'nothing') return []
    const field = 'by' in call.noted ? call.noted.by : call.noted.detail
    return field === undefined || fieldsOf(call).includes(field) ? [] : [`${nameOf(call)} ${field}`]
  })
  expect(wrong).toEqual([])
})

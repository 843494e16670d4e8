import { expect, it } from 'vitest'
import { rowOf } from '../testing/modelServer.ts'
import { correspondents, furtherRecipients, markersOf, nameOf } from './rowFacts.ts'

const keys = (row: ReturnType<typeof rowOf>) => markersOf(row).map((marker) => marker.key)

it('replied and forwarded together are one mark (§3)', () => {
  expect(keys(rowOf(1, { replied: true }))).toEqual(['marker.replied'])
  expect(keys(rowOf(1, { replied: true, forwarded: true }))).toEqual(['marker.repliedForwarded'])
})
it('the most telling mark comes first', () => {
  expect(keys(rowOf(1, { priority: 1, stranger: true, withPassword: true, forwarded: true }))).toEqual([
    'marker.urgent',
    'marker.stranger',
    'marker.withPassword',
    'marker.forwarded',
  ])
})
it('a mail from outside that claims an own domain is marked, before anything that tells less', () => {
  expect(keys(rowOf(1, { priority: 1, systemNotice: true, claimsOwnDomain: true, stranger: true }))).toEqual([
    'marker.urgent',
    'marker.systemNotice',
    'marker.claimsOwnDomain',
    'marker.stranger',
  ])
})
it('one danger is one mark: a forged own domain is named, and not the check that found it too', () => {
  expect(keys(rowOf(1, { risky: true }))).toEqual(['marker.risky'])
  expect(keys(rowOf(1, { risky: true, claimsOwnDomain: true }))).toEqual(['marker.claimsOwnDomain'])
})
it('own mails are named by whom they go to', () => {
  const row = rowOf(1, { toCount: 5 })
  expect(correspondents(row, 'sent').map(nameOf)).toEqual(['张伟'])
  expect(furtherRecipients(row)).toBe(4)
  expect(correspondents(row, 'inbox').map(nameOf)).toEqual(['李娜'])
  expect(nameOf({ name: ' ', address: 'a@b.cn' })).toBe('a@b.cn')
})

import { expect, test } from 'vitest'
import { readConfig } from '../../platform/config/config.ts'
import { route, routeOf } from './route.ts'

test('the first route that fits is taken, and the relay for every other domain', () => {
  const config = readConfig({
    YANSHU_RELAY: 'smtp://relay.example.org',
    YANSHU_ROUTES: 'partner.example=smtp://one.example.org .Partner.example=smtps://two.example.org:465',
  })
  const taken = ['partner.example', 'a.PARTNER.example', 'notpartner.example', 'else.example']
  expect(taken.map((domain) => route(config, domain))).toEqual([
    'smtp://one.example.org',
    'smtps://two.example.org:465',
    'smtp://relay.example.org',
    'smtp://relay.example.org',
  ])
  expect(routeOf(config, 'Li@Partner.example')).toBe('smtp://one.example.org')
})

test('without a relay only the routes lead out', () => {
  const config = readConfig({ YANSHU_ROUTES: 'partner.example=smtp://one.example.org' })
  expect(route(config, 'partner.example')).toBe('smtp://one.example.org')
  expect(route(config, 'else.example')).toBeNull()
})

/// <reference types="node" />
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { bucketOf, rolloutUser, userHash } from '../src/index.ts'
import { sha256 } from '../src/sha256.ts'

const vectors: [string, string][] = [
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
]

test.each(vectors)('given "%s", then the digest is that of FIPS 180-4', (text, digest) => {
  expect(sha256(text)).toBe(digest)
})

test('given texts of every length around a block, in Chinese too, then the digest is that of the platform', async () => {
  for (let length = 50; length < 140; length++) {
    const text = `雁${'x'.repeat(length)}`
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
    expect(sha256(text)).toBe([...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join(''))
  }
})

test('given another salt or remote, then users are dealt anew', () => {
  const buckets = ['a', 'b', 'c'].map((salt) => bucketOf(salt, 'remote-mail', 'li.na@yanshu.test'))
  expect(new Set(buckets).size).toBe(3)
  expect(bucketOf('a', 'remote-mail', 'li.na@yanshu.test')).not.toBe(bucketOf('a', 'remote-ai', 'li.na@yanshu.test'))
})

test('given a user, then the hash in a rule says nothing of the address', () => {
  expect(userHash('k7', 'li.na@yanshu.test')).toMatch(/^h:[0-9a-f]{16}$/)
})

test('given an account, then its rollout key is its address in lower case, and it belongs to every department above it', () => {
  expect(rolloutUser('Li.Na@Yanshu.Test', '研发中心 / 前端组')).toEqual({
    key: 'li.na@yanshu.test',
    depts: ['研发中心', '前端组'],
  })
  expect(rolloutUser('li.na@yanshu.test', '').depts).toEqual([])
})

test('given a salt and a rollout key, then the hash in a rule is the one that the schema describes', () => {
  const digest = createHash('sha256').update('k7:li.na@yanshu.test').digest('hex')
  expect(userHash('k7', 'li.na@yanshu.test')).toBe(`h:${digest.slice(0, 16)}`)
})

import { hash } from 'node:crypto'
import type { TestClient } from './testClient.ts'

/** Solves a challenge as a browser does that has no pictures, and answers the token that a call takes. */
export async function solveChallenge(client: TestClient): Promise<string> {
  const challenge = await client.get('verify/code', { loginType: 'work' })
  if (challenge.kind !== 'work') throw new Error('another challenge came')
  const { id, seed, bits } = challenge
  return (await client.post('verify/token', { id, work: workFor(seed, bits) })).verifyToken
}

/** The number that a challenge asks for. */
export function workFor(seed: string, bits: number): number {
  for (let work = 0; ; work++) {
    const begin = hash('sha256', `${seed}:${work}`, 'buffer').readUInt32BE(0)
    if (Math.clz32(begin) >= bits) return work
  }
}

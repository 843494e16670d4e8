import { createHash, createHmac, randomBytes } from 'node:crypto'

/** 256 bits, as text that is safe in addresses and headers. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

/** What the store keeps of a token. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * The pair that follows a refresh token. Derived, not random, so that two windows which refresh at the same moment, or
 * one whose answer was lost, get the same pair. Without the token itself neither half can be computed.
 */
export function nextTokens(refreshToken: string, salt: string): { accessToken: string; refreshToken: string } {
  const derive = (what: string) => createHmac('sha256', refreshToken).update(`${what}:${salt}`).digest('base64url')
  return { accessToken: derive('access'), refreshToken: derive('refresh') }
}

import type { LookupFunction } from 'node:net'
import path from 'node:path'
import { addressIn, type Environment } from './values.ts'

/** A service that issues certificates of an authority for requests (EST, RFC 7030). */
export interface EnrolmentService {
  /** Where requests are sent (`…/simpleenroll`), without user and password. */
  readonly url: string
  /** The Authorization header; null where the server is known by its certificate alone. */
  readonly authorization: string | null
  /** PEM file of the authorities by which the service is known; null for those of the system. */
  readonly ca: string | null
  /** PEM file with the key and the certificate by which this server is known; null for none. */
  readonly client: string | null
  /** How its name becomes an address; as usual where it is left out. */
  readonly lookup?: LookupFunction
}

const FORM = 'https://user:password@host/.well-known/est'
const PLACE = '/.well-known/est'

/** `YANSHU_ENROLMENT` with its two files; null for none. Throws an `OperatorError` for what is no address of https. */
export function readEnrolment(env: Environment): EnrolmentService | null {
  const text = env.YANSHU_ENROLMENT?.trim()
  if (!text) return null
  const url = addressIn('YANSHU_ENROLMENT', text, ['https:'], FORM)
  const { username, password } = url
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  url.username = ''
  url.password = ''
  const place = url.pathname.replace(/\/+$/, '') || PLACE
  url.pathname = place.endsWith('/simpleenroll') ? place : `${place}/simpleenroll`
  const file = (name: 'YANSHU_ENROLMENT_CA' | 'YANSHU_ENROLMENT_CLIENT') => {
    const found = env[name]?.trim()
    return found ? path.resolve(found) : null
  }
  return {
    url: url.href,
    authorization: username === '' ? null : `Basic ${Buffer.from(credentials).toString('base64')}`,
    ca: file('YANSHU_ENROLMENT_CA'),
    client: file('YANSHU_ENROLMENT_CLIENT'),
  }
}

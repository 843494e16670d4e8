import { EVENT_FILES_MAX } from '@yanshu/contracts'
import { safeFileName } from '../../mime/fileNames.ts'
import { type Property, parameter } from './jcal.ts'

/** A file of an event as a calendar file names it (ATTACH, RFC 5545 §3.8.1.1): its content, or where that is. */
export interface ReadAttachment {
  /** Safe; '' when none is given. */
  readonly name: string
  readonly contentType: string
  /** null where only an address is given. */
  readonly bytes: Uint8Array | null
  readonly uri: string
  /** By which the server that wrote it knows it again (RFC 8607). */
  readonly managedId: string
}

/** What programs call the name of a file: RFC 8607, and what was there before it. */
const NAMES = ['filename', 'x-filename', 'x-apple-filename', 'x-oracle-filename', 'x-label', 'label'] as const

/** Whether a property holds the content itself. */
export const isInline = (property: Property): boolean =>
  property[2] === 'binary' || parameter(property, 'encoding').toUpperCase() === 'BASE64'

/** The files of an event; more than one may have are left out. */
export const attachedIn = (properties: readonly Property[]): ReadAttachment[] =>
  properties
    .filter(([name, , , value]) => name === 'attach' && typeof value === 'string' && value !== '')
    .slice(0, EVENT_FILES_MAX)
    .map((property) => {
      const value = String(property[3]).trim()
      const inline = isInline(property)
      const named = NAMES.map((name) => parameter(property, name)).find((name) => name.trim() !== '')
      const type = parameter(property, 'fmttype').toLowerCase()
      return {
        name: named === undefined ? '' : safeFileName(named),
        contentType: /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.test(type) ? type : 'application/octet-stream',
        bytes: inline ? new Uint8Array(Buffer.from(value, 'base64')) : null,
        uri: inline ? '' : value,
        managedId: parameter(property, 'managed-id'),
      }
    })

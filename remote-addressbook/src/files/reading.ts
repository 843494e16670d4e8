import type { ContactColumn } from '@yanshu/contracts'

/** A file that was uploaded, and how it is to be read; '' where the server finds it out. */
export interface Reading {
  readonly fileId: string
  readonly charset: '' | 'utf-8' | 'gb18030' | 'big5' | 'windows-1252' | 'utf-16le' | 'utf-16be'
  readonly columns?: ContactColumn[]
}

import { http } from '@yanshu/shell-api'

/** Messages of the page in the frame. The file that it shows may have changed it, so each of them is checked. */
export type PdfNews =
  | { readonly kind: 'ready' | 'failed' }
  | { readonly kind: 'opened'; readonly pages: number }
  | { readonly kind: 'page'; readonly page: number }
  | { readonly kind: 'password'; readonly isWrong: boolean }
  | { readonly kind: 'found'; readonly count: number; readonly at: number; readonly isDone: boolean }
  | { readonly kind: 'link'; readonly url: string }
  | { readonly kind: 'key'; readonly key: 'find' | 'Escape' | 'ArrowLeft' | 'ArrowRight' }
  | { readonly kind: 'need'; readonly name: string }

/** What the page in the frame is asked to do. */
export type PdfOrder =
  | {
      readonly kind: 'open'
      readonly bytes: ArrayBuffer
      readonly label: string
      readonly language: string
      readonly dark: boolean
    }
  | { readonly kind: 'data'; readonly name: string; readonly bytes: ArrayBuffer | null }
  | { readonly kind: 'password' | 'find'; readonly text: string }
  | { readonly kind: 'go'; readonly page: number }
  /** 0 for the width of the frame. */
  | { readonly kind: 'zoom'; readonly by: number }
  | { readonly kind: 'step'; readonly by: 1 | -1 }

const KEYS = ['find', 'Escape', 'ArrowLeft', 'ArrowRight'] as const
const KINDS = ['ready', 'failed', 'opened', 'page', 'password', 'found', 'link', 'key', 'need'] as const

const count = (value: unknown): number => (Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : 0)

/** A message of the frame; null for anything else. */
export function newsOf(data: unknown): PdfNews | null {
  if (typeof data !== 'object' || data === null) return null
  const given: Readonly<Record<string, unknown>> = { ...data }
  const kind = KINDS.find((one) => one === given.kind)
  switch (kind) {
    case undefined:
      return null
    case 'opened':
      return { kind, pages: count(given.pages) }
    case 'page':
      return { kind, page: count(given.page) }
    case 'password':
      return { kind, isWrong: given.isWrong === true }
    case 'found':
      return { kind, count: count(given.count), at: count(given.at), isDone: given.isDone === true }
    case 'link':
      return typeof given.url === 'string' && isOpened(given.url) ? { kind, url: given.url } : null
    case 'key': {
      const key = KEYS.find((one) => one === given.key)
      return key ? { kind, key } : null
    }
    case 'need':
      return typeof given.name === 'string' && /^[\w-]{1,60}\.(?:bcmap|pfb|ttf|wasm)$/.test(given.name)
        ? { kind, name: given.name }
        : null
    default:
      return { kind }
  }
}

const isOpened = (url: string): boolean => URL.canParse(url) && /^(?:https?|mailto):$/.test(new URL(url).protocol)

/** Opens a link of a file by the page that warns before sites outside. */
export const openLink = (url: string): void =>
  void window.open(`${location.pathname}#/linkPage?url=${encodeURIComponent(url)}`, '_blank', 'noopener')

/** Bytes of an address that the login may read; null where it may not, or no server answers. */
export const bytesOf = (address: string, signal: AbortSignal): Promise<ArrayBuffer | null> =>
  fetch(address, { signal }).then(
    (response) => (response.ok ? response.arrayBuffer() : null),
    () => null,
  )

/** The address of a table, font or decoder beside the page of the frame. */
export const partAddress = (viewer: string, name: string): string =>
  http.fileUrl(`file/${viewer.replace(/^file\//, '').replace(/[^/]+$/, name)}`)

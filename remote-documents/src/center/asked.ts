import type { DocumentRow } from './documentKind.ts'

/** What a dialog of the document center is about. */
export type Asked =
  | { readonly kind: 'newFolder'; readonly parentId: number }
  | { readonly kind: 'rename'; readonly file: DocumentRow }
  | { readonly kind: 'versions'; readonly file: DocumentRow }
  | { readonly kind: 'share'; readonly ids: readonly number[] }
  /** `start` is the folder that is shown first. */
  | { readonly kind: 'move' | 'copy'; readonly ids: readonly number[]; readonly start: number }
  | { readonly kind: 'people'; readonly file: DocumentRow }
  | { readonly kind: 'shares' }

import { Fragment, type Node } from 'prosemirror-model'
import { type EditorState, TextSelection, type Transaction } from 'prosemirror-state'
import { schema } from './schema.ts'

/** A hash of the text of a line (FNV-1a, 32 bits), by which a typed line is distinguished from an inserted one. */
function fingerprint(line: Node): string {
  let hash = 0x811c9dc5
  for (const sign of line.textContent) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash.toString(36)
}

const linesOf = (signature: Node): string[] => signature.children.map(fingerprint)

/** Stores the lines of each signature that was inserted just now, so that what is typed into it later is known. */
export function sealSignatures(doc: Node): Node {
  const sealed = doc.children.map((node) =>
    node.type === schema.nodes.signature && node.attrs.lines === null
      ? node.type.create({ ...node.attrs, lines: linesOf(node) }, node.content)
      : node,
  )
  return doc.copy(Fragment.from(sealed))
}

/** The first signature of the text, which stands between its blocks, and where. */
function findSignature(doc: Node): { readonly node: Node; readonly at: number } | null {
  let found: { node: Node; at: number } | null = null
  doc.forEach((node, at) => {
    if (node.type === schema.nodes.signature) found ??= { node, at }
  })
  return found
}

/** What the standing signature is called; null where none stands. */
export const signatureKey = (doc: Node): string | null => findSignature(doc)?.node.attrs.key ?? null

/** Lines of a signature that the writer has typed or changed. */
function typedInto({ attrs, children }: Node): readonly Node[] {
  const known = new Set<string>(attrs.lines ?? [])
  return children.filter((line) => line.textContent.trim() !== '' && !known.has(fingerprint(line)))
}

/**
 * Replaces the signature that stands, or appends one behind everything; null removes it. What was typed into the
 * old one stays, as text above the new one.
 */
export function setSignature(state: EditorState, next: { readonly key: string; readonly content: Fragment } | null) {
  const { tr, doc } = state
  const standing = findSignature(doc)
  const node = next && sealSignatures(doc.copy(Fragment.from(signatureNode(next)))).firstChild
  const nodes = [...(standing ? typedInto(standing.node) : []), ...(node ? [node] : [])]
  const from = standing?.at ?? doc.content.size
  const to = standing ? from + standing.node.nodeSize : from
  // A text is never without a line to write on.
  if (nodes.length === 0 && to - from === doc.content.size) nodes.push(schema.nodes.paragraph.create())
  return keptCaret(state, tr.replaceWith(from, to, nodes))
}

const signatureNode = ({ key, content }: { key: string; content: Fragment }): Node =>
  schema.nodes.signature.create({ key, lines: null }, content)

/** A caret that stood in what was replaced goes to the line before it, not into the signature. */
function keptCaret({ selection }: EditorState, tr: Transaction): Transaction {
  const { deleted, pos } = tr.mapping.mapResult(selection.from, -1)
  return deleted ? tr.setSelection(TextSelection.near(tr.doc.resolve(pos), -1)) : tr
}

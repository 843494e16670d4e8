/**
 * Moves the content of an element into another one. One by one: handed over all at once, the children of a long mail would
 * be more arguments than a call accepts.
 */
export function moveChildren(from: ParentNode, to: ParentNode): void {
  for (let child = from.firstChild; child; child = from.firstChild) to.appendChild(child)
}

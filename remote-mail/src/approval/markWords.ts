/** The name of the marks in the document of a mail; its base style sets their colours. */
const MARKS = 'yanshu-marks'
/** Marks of one mail: a word that stands everywhere marks nothing more. */
const MARKS_MAX = 500

/** Marks words in the mails of a frame, also when the frame gets another mail. Answers what ends it. */
export function markWords(frame: HTMLIFrameElement, words: readonly string[]): () => void {
  const lower = words.map((word) => word.toLowerCase()).filter((word) => word !== '')
  const observer = new MutationObserver(() => paint(frame, lower))
  const watch = () => {
    observer.disconnect()
    if (!frame.contentDocument) return
    observer.observe(frame.contentDocument, { childList: true, subtree: true })
    paint(frame, lower)
  }
  frame.addEventListener('load', watch)
  watch()
  return () => {
    observer.disconnect()
    frame.removeEventListener('load', watch)
  }
}

function paint({ contentDocument }: HTMLIFrameElement, words: readonly string[]): void {
  const view = contentDocument?.defaultView
  if (!contentDocument?.body || !view || !('Highlight' in view && 'highlights' in view.CSS)) return
  const marks = new view.Highlight()
  for (const range of rangesOf(contentDocument, words)) marks.add(range)
  view.CSS.highlights.set(MARKS, marks)
}

/** Where the words stand, without case. A word over the border of two elements is not marked. */
function rangesOf(document: Document, words: readonly string[]): Range[] {
  const found: Range[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node && found.length < MARKS_MAX; node = walker.nextNode()) {
    const text = (node.nodeValue ?? '').toLowerCase()
    for (const word of words) {
      for (
        let at = text.indexOf(word);
        at >= 0 && found.length < MARKS_MAX;
        at = text.indexOf(word, at + word.length)
      ) {
        const range = document.createRange()
        range.setStart(node, at)
        range.setEnd(node, at + word.length)
        found.push(range)
      }
    }
  }
  return found
}

// Shows a PDF file in a frame that has no origin and reaches nothing: what it needs it asks its page for by messages.
import { folded, piecesOf, placesOf } from './findText.mjs'
import { Pages } from './pages.mjs'
import { getDocument, PasswordResponses, PDFWorker, VerbosityLevel } from './pdf.mjs'

const FOUND_MAX = 1_000
/** As many as pictures that are shown by themselves. */
const IMAGE_PIXELS_MAX = 40_000_000

const send = (message) => parent.postMessage(message, '*')

/** Tables of characters, fonts and decoders of pdf.js, which the page fetches. */
const asked = new Map()
class PageData {
  fetch({ filename }) {
    return new Promise((resolve, reject) => {
      asked.set(filename, [...(asked.get(filename) ?? []), { resolve, reject }])
      send({ kind: 'need', name: filename })
    })
  }
}
function give({ name, bytes }) {
  const waiting = asked.get(name) ?? []
  asked.delete(name)
  for (const { resolve, reject } of waiting) {
    if (bytes) resolve(new Uint8Array(bytes.slice(0)))
    else reject(new Error(`${name} is not there`))
  }
}

/**
 * Starts what reads the file. A worker of a frame without an origin has to come from the frame itself, and may not be a module;
 * it imports the module. What is sent before that is lost, so its first message is waited for.
 */
async function startWorker() {
  // An address has no quotes.
  const code = `import('${new URL('pdf.worker.mjs', import.meta.url).href}')`
  const port = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })))
  await new Promise((resolve) => port.addEventListener('message', resolve, { once: true }))
  return new PDFWorker({ port, verbosity: VerbosityLevel.ERRORS })
}

// Where the browser starts none, the page around the frame gets no answer and shows the file in another way.
const worker = await startWorker()
let pages = null
let answerPassword = null

async function open({ bytes, label, language, dark }) {
  document.documentElement.lang = language
  document.documentElement.style.colorScheme = dark ? 'dark' : 'light'
  const loading = getDocument({
    data: new Uint8Array(bytes),
    worker,
    verbosity: VerbosityLevel.ERRORS,
    BinaryDataFactory: PageData,
    cMapUrl: '/',
    standardFontDataUrl: '/',
    wasmUrl: '/',
    useWorkerFetch: false,
    enableXfa: false,
    maxImageSize: IMAGE_PIXELS_MAX,
  })
  loading.onPassword = (answer, reason) => {
    answerPassword = answer
    send({ kind: 'password', isWrong: reason === PasswordResponses.INCORRECT_PASSWORD })
  }
  try {
    pages = new Pages(await loading.promise, document.getElementById('pages'), {
      label: (page) => label.replace('{page}', String(page)),
      onPage: (page) => send({ kind: 'page', page }),
      onLink: (url) => send({ kind: 'link', url }),
      onDrawn: () => mark(),
    })
    await pages.show()
    send({ kind: 'opened', pages: pages.count })
  } catch {
    send({ kind: 'failed' })
  }
}

/** What is sought, where it was found, and which place is the one that is shown. */
let finding = { text: '', places: [], at: -1 }
const texts = new Map()

async function textOf(page) {
  const known = texts.get(page)
  if (known !== undefined) return known
  const text = folded((await pages.strings(page).catch(() => [])).join(''))
  texts.set(page, text)
  return text
}

async function find(sought) {
  const mine = { text: folded(sought), places: [], at: -1 }
  finding = mine
  mark()
  if (mine.text === '') return send({ kind: 'found', count: 0, at: 0, isDone: true })
  const from = pages.page
  for (let page = 1; page <= pages.count && mine.places.length < FOUND_MAX; page++) {
    const text = await textOf(page)
    if (finding !== mine) return
    const places = placesOf(text, mine.text, FOUND_MAX - mine.places.length)
    mine.places.push(...places.map((at) => ({ page, at })))
    if (mine.at < 0) {
      const at = mine.places.findIndex((place) => place.page >= from)
      if (at >= 0) showFound(at)
    }
  }
  if (mine.at < 0 && mine.places.length > 0) showFound(0)
  sendFound(true)
}

const sendFound = (isDone) => send({ kind: 'found', count: finding.places.length, at: finding.at + 1, isDone })

function showFound(at) {
  finding.at = at
  pages.go(finding.places[at].page)
  sendFound(false)
  mark()
}

function step(by) {
  const { places, at } = finding
  if (places.length > 0) showFound((at + by + places.length) % places.length)
}

/** Marks what was found on the pages that are drawn, where the browser can. */
function mark() {
  if (!CSS.highlights) return
  const found = new Highlight()
  const current = new Highlight()
  for (const [index, { page, at }] of finding.places.entries()) {
    const drawn = pages.drawn(page)
    if (!drawn) continue
    for (const { string, start, end } of piecesOf(drawn.strings, at, finding.text.length)) {
      const node = drawn.nodes[string]
      if (node?.nodeType !== Node.TEXT_NODE || end > node.length) continue
      const range = new StaticRange({ startContainer: node, startOffset: start, endContainer: node, endOffset: end })
      if (index === finding.at) current.add(range)
      else found.add(range)
    }
  }
  CSS.highlights.set('found', found)
  CSS.highlights.set('current', current)
}

const COMMANDS = {
  open: (message) => void open(message),
  data: give,
  password: ({ text }) => answerPassword?.(text),
  go: ({ page }) => pages?.go(page),
  zoom: ({ by }) => pages?.zoom(by),
  find: ({ text }) => pages && void find(text),
  step: ({ by }) => pages && step(by),
}

addEventListener('message', ({ source, data }) => {
  if (source === parent) COMMANDS[data?.kind]?.(data)
})

/** Keys that belong to the page around the frame. */
addEventListener('keydown', (event) => {
  const isFind = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f'
  const isFree = document.documentElement.scrollWidth <= document.documentElement.clientWidth
  const isStep = isFree && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')
  if (!isFind && !isStep && event.key !== 'Escape') return
  event.preventDefault()
  send({ kind: 'key', key: isFind ? 'find' : event.key })
})

send({ kind: 'ready' })

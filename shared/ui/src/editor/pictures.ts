import { type EditorState, Plugin, PluginKey } from 'prosemirror-state'
import type { EditorView, NodeView } from 'prosemirror-view'
import { schema } from './schema.ts'

export interface PictureWishes {
  /** Uploads a picture and answers the address it is shown and sent by. */
  readonly upload: (file: File) => Promise<string>
  /**
   * Where the editor shows an address from; remote pictures go through the server. '' for one that has to be opened first,
   * after which `again` is called.
   */
  readonly shownFrom: (src: string, again: () => void) => string
  /** Whether an address that holds the picture itself stays; by default such a picture is uploaded. */
  readonly stays: (src: string) => boolean
  /** How many are on their way. */
  readonly onWaiting: (count: number) => void
  /** One could not be uploaded; it is taken out again. */
  readonly onFailed: (name: string) => void
  readonly classes: { readonly picture: string; readonly grip: string; readonly waiting: string }
}

const key = new PluginKey('pictures')
let made = 0

/** Where the placeholder of an upload stands now. */
function findUpload(state: EditorState, upload: string): number | null {
  let found: number | null = null
  state.doc.descendants((node, at) => {
    if (node.type === schema.nodes.image && node.attrs.upload === upload) found = at
    return found === null
  })
  return found
}

/** Turns a `data:` address into a file. */
export function fileOfDataUrl(url: string): File | null {
  const match = /^data:(image\/(?:png|jpeg|gif|webp));base64,([a-z\d+/=\s]+)$/i.exec(url)
  if (!match?.[1] || !match[2]) return null
  const bytes = Uint8Array.from(atob(match[2].replace(/\s/g, '')), (sign) => sign.charCodeAt(0))
  return new File([bytes], `image.${match[1].slice('image/'.length)}`, { type: match[1] })
}

/** Pictures of the text: uploaded when they are chosen, pasted or dropped, shown at once from memory. */
export class Pictures {
  readonly #wishes: PictureWishes
  /** By upload: the picture in memory, until the server has it. */
  readonly #shown = new Map<string, string>()
  #view: EditorView | null = null

  constructor(wishes: PictureWishes) {
    this.#wishes = wishes
  }

  /** Inserts pictures at a place, or at the cursor. */
  insert(view: EditorView, files: readonly File[], at?: number): void {
    for (const file of files) {
      const upload = this.#begin(file)
      const node = schema.nodes.image.create({ upload, alt: file.name.replace(/\.\w+$/, '') })
      const tr = view.state.tr
      view.dispatch(at === undefined ? tr.replaceSelectionWith(node, false) : tr.insert(at, node))
    }
  }

  #begin(file: File): string {
    made += 1
    const upload = `p${made}`
    this.#shown.set(upload, URL.createObjectURL(file))
    this.#wishes.onWaiting(this.#shown.size)
    this.#wishes
      .upload(file)
      .then((src) => this.#finish(upload, src))
      .catch(() => {
        this.#finish(upload, null)
        this.#wishes.onFailed(file.name)
      })
    return upload
  }

  #finish(upload: string, src: string | null): void {
    const shown = this.#shown.get(upload)
    this.#shown.delete(upload)
    this.#wishes.onWaiting(this.#shown.size)
    const view = this.#view
    const at = view && !view.isDestroyed ? findUpload(view.state, upload) : null
    if (view && at !== null) {
      const node = view.state.doc.nodeAt(at)
      const tr = view.state.tr
      // What the server answers is no step of the writer's: undo would bring back a placeholder that never fills.
      tr.setMeta('addToHistory', false)
      if (src === null) tr.delete(at, at + 1)
      else tr.setNodeMarkup(at, null, { ...node?.attrs, src, upload: null })
      view.dispatch(tr)
    }
    if (shown) setTimeout(() => URL.revokeObjectURL(shown), 10_000)
  }

  /** Uploads pictures that came as `data:` addresses with pasted text. */
  #adopt(view: EditorView): void {
    const tr = view.state.tr
    view.state.doc.descendants((node, at) => {
      if (node.type !== schema.nodes.image || !node.attrs.src.startsWith('data:')) return
      if (this.#wishes.stays(node.attrs.src)) return
      const file = fileOfDataUrl(node.attrs.src)
      if (file) tr.setNodeMarkup(at, null, { ...node.attrs, src: '', upload: this.#begin(file) })
      else tr.setNodeMarkup(at, null, { ...node.attrs, src: '', upload: 'refused' })
    })
    if (tr.docChanged) view.dispatch(tr)
  }

  plugin(): Plugin {
    const nodeViews = {
      image: (...[node, view, at]: Parameters<NonNullable<NonNullable<Plugin['props']['nodeViews']>[string]>>) =>
        this.#nodeView(node, view, at),
    }
    return new Plugin({
      key,
      props: { nodeViews },
      view: (view) => {
        this.#view = view
        return {
          update: (now, before) => {
            if (now.state.doc !== before.doc) this.#adopt(now)
          },
          destroy: () => {
            this.#view = null
          },
        }
      },
    })
  }

  #nodeView(first: import('prosemirror-model').Node, view: EditorView, at: () => number | undefined): NodeView {
    const { classes, shownFrom } = this.#wishes
    const dom = document.createElement('span')
    const image = document.createElement('img')
    const grip = document.createElement('span')
    dom.className = classes.picture
    grip.className = classes.grip
    dom.append(image, grip)
    let node = first
    const show = () => {
      const { src, upload, alt, width } = node.attrs
      const shown = (upload && this.#shown.get(upload)) || (src ? shownFrom(src, show) : '')
      if (image.getAttribute('src') !== shown) {
        if (shown) image.src = shown
        else image.removeAttribute('src')
      }
      image.alt = alt
      image.style.width = width ? `${width}px` : ''
      dom.classList.toggle(classes.waiting, Boolean(upload))
    }
    show()
    grip.addEventListener('pointerdown', (event) => {
      event.preventDefault()
      event.stopPropagation()
      const from = event.clientX
      const before = image.getBoundingClientRect().width
      let width = Math.round(before)
      grip.setPointerCapture(event.pointerId)
      const move = (moved: PointerEvent) => {
        width = Math.max(24, Math.round(before + moved.clientX - from))
        image.style.width = `${width}px`
      }
      grip.addEventListener('pointermove', move)
      grip.addEventListener(
        'lostpointercapture',
        () => {
          grip.removeEventListener('pointermove', move)
          const place = at()
          if (place === undefined) return
          view.dispatch(view.state.tr.setNodeMarkup(place, null, { ...node.attrs, width, height: null }))
        },
        { once: true },
      )
    })
    return {
      dom,
      update(next) {
        if (next.type !== node.type) return false
        node = next
        show()
        return true
      },
      stopEvent: (event) => event.target === grip,
      ignoreMutation: () => true,
    }
  }
}

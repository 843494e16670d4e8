import type { Locator } from '@playwright/test'

/** Letters that reach furthest below the line. */
const DEEP = 'gjpqy'

/** How many px of the deepest letters the element itself, or something in it, cuts off below its text; 0 for none. */
export const cutLetters = (element: Locator): Promise<number> =>
  element.evaluate((root, deep) => {
    const canvas = document.createElement('canvas').getContext('2d')
    if (!canvas) throw new Error('no canvas to measure letters')
    let most = 0
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { parentElement } = texts.currentNode
      if (!parentElement || !texts.currentNode.nodeValue?.trim()) continue
      const { font } = getComputedStyle(parentElement)
      canvas.font = font
      const { fontBoundingBoxDescent, actualBoundingBoxDescent } = canvas.measureText(deep)
      const range = document.createRange()
      range.selectNodeContents(texts.currentNode)
      const ink = range.getBoundingClientRect().bottom - fontBoundingBoxDescent + actualBoundingBoxDescent
      for (let box: Element | null = parentElement; box; box = box === root ? null : box.parentElement) {
        if (getComputedStyle(box).overflowY !== 'visible')
          most = Math.max(most, ink - box.getBoundingClientRect().bottom)
      }
    }
    return most
  }, DEEP)

// @vitest-environment happy-dom
import { DAY_MS, MINUTE_MS } from '@yanshu/contracts/days'
import { renderInShell, startTestShell } from '@yanshu/shell-api/testing'
import { act, type RefObject } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { WallSpan } from '../data/commands.ts'
import { useGridDrag } from './useGridDrag.ts'

interface GridProps {
  scroller: RefObject<HTMLElement | null>
  onNew: (span: WallSpan) => void
  onDrawn: () => void
}

function Grid({ scroller, onNew, onDrawn }: GridProps) {
  const drag = useGridDrag({ scroller, onNew, onMove: () => undefined })
  onDrawn()
  return <div data-grid="" onPointerDown={(event) => drag.begin(event, null)} />
}

afterEach(() => vi.restoreAllMocks())

test('given a drag, then it is drawn by steps of time, and at the edge the hours scroll below it', async () => {
  const shell = await startTestShell()
  // A column of a day of which 600 px are in sight; a minute is one px.
  const scroller = document.createElement('div')
  const column = document.createElement('div')
  column.dataset.day = '10'
  column.dataset.hours = ''
  const box = (top: number, height: number) => new DOMRect(0, top, 100, height)
  vi.spyOn(scroller, 'getBoundingClientRect').mockImplementation(() => box(0, 600))
  vi.spyOn(column, 'getBoundingClientRect').mockImplementation(() => box(-scroller.scrollTop, 1_440))
  document.elementsFromPoint = () => [column]
  const onNew = vi.fn()
  const onDrawn = vi.fn()
  const show = await renderInShell(<Grid scroller={{ current: scroller }} onNew={onNew} onDrawn={onDrawn} />)
  const send = (type: string, y: number) =>
    act(async () =>
      (show.container.querySelector('[data-grid]') ?? document).dispatchEvent(
        new PointerEvent(type, { clientX: 5, clientY: y, button: 0, bubbles: true }),
      ),
    )
  const drawnBy = async (...moves: readonly number[]) => {
    onDrawn.mockClear()
    for (const y of moves) await send('pointermove', y)
    return onDrawn.mock.calls.length
  }
  await send('pointerdown', 60)
  expect(await drawnBy(92)).toBe(1)
  expect(await drawnBy(94, 97, 99, 103, 104)).toBe(0)
  expect(await drawnBy(107)).toBe(1)

  await send('pointermove', 590)
  await expect.poll(() => scroller.scrollTop).toBeGreaterThan(100)
  const scrolled = scroller.scrollTop
  await send('pointermove', 300)
  await send('pointerup', 300)
  const [{ startWall, endWall }] = onNew.mock.calls[0] as [WallSpan]
  expect(startWall).toBe(10 * DAY_MS + 60 * MINUTE_MS)
  // The hours of this page have no end, those of a day do.
  expect(endWall).toBeGreaterThanOrEqual(10 * DAY_MS + Math.min(1_440, 300 + scrolled) * MINUTE_MS)
  await show.unmount()
  shell.stop()
})

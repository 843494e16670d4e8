/**
 * Roundcube 1.6.5, SnappyMail 2.38.2 and SOGo 5.8.0 in the same scenarios, measured side by side on 2 cores,
 * 20 Nov 2026: medians in the unit of the row. The method and what has to be known before comparing stand in
 * docs/performance.md.
 */
export const PEERS = ['Roundcube', 'SnappyMail', 'SOGo'] as const

export type PeerFigures = readonly [roundcube: number | null, snappyMail: number | null, sogo: number | null]

type Table = Readonly<Record<string, PeerFigures>>

/** Do not depend on the size of the mailbox. */
const ANY_SIZE: Table = {
  'floor.navigation': [127, 127, 127],
  'floor.click': [20, 20, 20],
  'browser.cold.login.requests': [17, 9, 18],
  'browser.cold.login.bytes': [417, 174, 633],
  'browser.cold.login.html': [3, 35, 10],
  'browser.cold.login.js': [219, 107, 276],
  'browser.cold.login.css': [54, 16, 98],
  'browser.cold.login.img': [1, 5, 3],
  'browser.cold.login.font': [123, 8, 242],
  'browser.cold.login.data': [0, 1, 0],
  'browser.cold.login.form': [502, 329, 554],
  'browser.warm.login.requests': [1, 2, 1],
  'browser.warm.login.bytes': [3, 36, 10],
  'browser.warm.login.form': [354, 346, 451],
}

const AT_10K: Table = {
  'browser.cold.inbox.rows': [452, 479, 2_106],
  'browser.cold.inbox.idle': [464, 696, 2_126],
  'browser.cold.inbox.requests': [11, 10, 21],
  'browser.cold.inbox.bytes': [90, 181, 1_041],
  'browser.cold.codeIdle': [285, 288, 644],
  'browser.cold.bytes': [507, 355, 1_674],
  'browser.cold.requests': [28, 19, 39],
  'browser.warm.inbox.rows': [425, 401, 2_078],
  'browser.warm.inbox.idle': [431, 659, 2_096],
  'browser.warm.inbox.requests': [3, 9, 8],
  'browser.warm.inbox.bytes': [13, 15, 52],
  'browser.warm.codeIdle': [0, 0, 0],
  'browser.warm.bytes': [16, 51, 62],
  'browser.warm.requests': [4, 11, 9],
  'browser.open.first': [213, 399, 251],
  'browser.open.second': [195, 377, 218],
  'browser.open.html': [207, 400, 234],
  'browser.open.again': [182, 321, 102],
  'browser.open.next': [179, 373, 172],
  'browser.list.next': [164, 271, 54],
  'browser.list.jump': [158, 216, 317],
  'browser.list.jumpBytes': [3.2, 6.2, 8.5],
  'browser.list.elements': [1_315, 937, 1_147],
  'browser.list.listeners': [682, 200, 1_270],
  'browser.list.heap': [3.7, 10.1, 8.4],
  'browser.list.heapAfter': [4.7, 8.7, 10.7],
  'browser.list.elementsAfter': [1_509, 1_396, 1_445],
  'browser.folder.there': [116, 210, 431],
  'browser.folder.back': [103, 168, 44],
  'browser.search.subject': [127, 277, 662],
  'browser.search.body': [1_536, 1_543, 1_948],
  'browser.mark.rows': [24, 31, 93],
  'browser.mark.answered': [55, 57, 90],
  'browser.mark.requests': [1, 1, 1],
  'browser.move.gone': [30, 74, 180],
  'browser.move.filled': [130, 273, 180],
  'browser.move.answered': [129, 197, 166],
  'browser.move.requests': [1, 2, 1],
  'browser.compose.ready': [311, 99, 376],
  'browser.compose.sent': [898, 333, 1_705],
}

const AT_100K: Table = {
  'browser.cold.inbox.rows': [997, 924, 2_911],
  'browser.warm.inbox.rows': [718, 541, 2_411],
  'browser.open.first': [512, 593, 702],
  'browser.open.second': [389, 598, 448],
  'browser.open.html': [481, 566, 788],
  'browser.open.again': [429, 321, 80],
  'browser.open.next': [396, 558, 459],
  'browser.list.next': [542, 443, 69],
  'browser.list.jump': [548, 397, 824],
  'browser.list.jumpBytes': [3.2, 6.3, 7.1],
  'browser.list.elements': [1_315, 937, 1_151],
  'browser.list.listeners': [682, 200, 1_270],
  'browser.list.heap': [3.7, 10.1, 12.6],
  'browser.list.heapAfter': [4.8, 8.8, 15],
  'browser.list.elementsAfter': [3_309, 1_402, 1_449],
  'browser.folder.there': [115, 223, 470],
  'browser.folder.back': [257, 268, 45],
  'browser.search.subject': [717, 1_166, 1_373],
  'browser.search.body': [12_042, 11_677, 14_730],
}

/** The peers' figures for a row, null where it was not measured for a mailbox of this size. */
export function peersOf(id: string, mails: number): PeerFigures | null {
  const sized = mails === 10_000 ? AT_10K : mails === 100_000 ? AT_100K : {}
  return ANY_SIZE[id] ?? sized[id] ?? null
}

/** The best of the peers; for every row less is better. */
export function bestPeer(figures: PeerFigures): number {
  return Math.min(...figures.filter((value) => value !== null))
}

/** The peers that the benchmark can set up and drive on this machine. */
export const PEER_NAMES = ['roundcube', 'sogo'] as const

export type PeerName = (typeof PEER_NAMES)[number]

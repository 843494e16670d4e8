/** The two stores Yanshu runs on. */
export type Engine = 'sqlite' | 'postgres'

/**
 * The engine of a store, by its address or file. It stands apart from all that opens stores: threads that only name the
 * engine load nothing else.
 */
export const engineOf = (source: string): Engine => (/^postgres(ql)?:\/\//.test(source) ? 'postgres' : 'sqlite')

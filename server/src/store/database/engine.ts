/** The two stores Yanshu runs on. */
export type Engine = 'sqlite' | 'postgres'

import type { FastifyInstance } from 'fastify'

export interface Measures {
  readonly contentType: string
  /** Everything that is measured, in the text form of Prometheus. */
  text(): Promise<string>
}

/** Counts of the floors above that only grow while this process runs. */
export interface CounterSeries {
  readonly name: string
  readonly help: string
  readonly labelNames: readonly string[]
  read(): readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[]
}

/** Figures of the floors above that go up and down, read when a monitor asks. */
export interface GaugeSeries {
  readonly name: string
  readonly help: string
  readonly labelNames: readonly string[]
  read(): Promise<readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[]>
}

/** Measurements of the floors above. */
export interface Measured {
  readonly counters: readonly CounterSeries[]
  readonly gauges: readonly GaugeSeries[]
  /** Since when no outgoing mail leaves because the store gives no answer, and its error; null while it does. */
  readonly outgoingPause: () => { readonly since: number; readonly reason: string } | null
  /** How many mails have not left yet, by state. */
  readonly countOutgoing: () => Promise<Readonly<Record<string, number>>>
}

/** Seconds, from what a list takes to what a large upload takes. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/**
 * Measures this process from now on: calls by route and status, open push sockets, the outgoing queue by state, and what
 * the library knows of the process (memory, event loop, processor). No address and no name of a person becomes a label.
 */
export async function startMeasures(app: FastifyInstance, measured: Measured): Promise<Measures> {
  // Loaded only where an operator has enabled it.
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const calls = new Histogram({
    name: 'yanshu_http_request_duration_seconds',
    help: 'Time until the answer of a call was written, by route, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets: DURATIONS,
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    calls.observe(
      { route: request.routeOptions.url ?? 'none', method: request.method, status: reply.statusCode },
      reply.elapsedTime / 1_000,
    )
  })
  new Gauge({
    name: 'yanshu_push_sockets',
    help: 'Open push sockets of this process',
    registers: [registry],
    collect() {
      this.set(app.websocketServer.clients.size)
    },
  })
  new Gauge({
    name: 'yanshu_outgoing_mails',
    help: 'Mails that have not left yet, of all processes: accepted, checking (tried again), held (until a time or a decision), released (on their way)',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const mails = await measured.countOutgoing()
      this.reset()
      for (const [state, count] of Object.entries(mails)) this.set({ state }, count)
    },
  })
  for (const { name, help, labelNames, read } of measured.gauges) {
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      async collect() {
        const values = await read()
        this.reset()
        for (const { labels, value } of values) this.set({ ...labels }, value)
      },
    })
  }
  new Gauge({
    name: 'yanshu_outgoing_paused',
    help: 'Since when this process lets no mail leave because the store gives no answer, in seconds since 1970',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      this.reset()
      const pause = measured.outgoingPause()
      if (pause) this.set({ reason: pause.reason }, Math.round(pause.since / 1_000))
    },
  })
  for (const { name, help, labelNames, read } of measured.counters) {
    new Counter({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      collect() {
        this.reset()
        for (const { labels, value } of read()) this.inc({ ...labels }, value)
      },
    })
  }
  return { contentType: registry.contentType, text: () => registry.metrics() }
}

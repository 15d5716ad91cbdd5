/** Metrics in the Prometheus text form: the process, and every request by route, method and status. */
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export interface Metrics {
  /** One call of a tool, with `ok` or the code of its error. */
  observeTool(tool: string, outcome: string, seconds: number): void
  readonly contentType: string
  metrics(): Promise<string>
  observe(server: FastifyInstance): void
}

/** Seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [...BUCKETS],
    registers: [registry],
  })
  const toolDuration = new Histogram({
    name: 'tool_call_duration_seconds',
    help: 'Time of a tool call, by tool and outcome: ok, or the code of its error.',
    labelNames: ['tool', 'outcome'],
    buckets: [...BUCKETS],
    registers: [registry],
  })
  return {
    contentType: registry.contentType,
    metrics: () => registry.metrics(),
    observeTool: (tool, outcome, seconds) => toolDuration.labels(tool, outcome).observe(seconds),
    observe(server) {
      server.addHook('onResponse', async (request, reply) => {
        const route = request.routeOptions.url ?? 'none'
        duration.labels(request.method, route, String(reply.statusCode)).observe(reply.elapsedTime / 1000)
      })
    },
  }
}

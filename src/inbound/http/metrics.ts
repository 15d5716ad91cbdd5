/** Metrics in the Prometheus text form: the process, and every request by route, method and status. */
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export interface Metrics {
  readonly contentType: string
  metrics(): Promise<string>
  observe(server: FastifyInstance): void
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  return {
    contentType: registry.contentType,
    metrics: () => registry.metrics(),
    observe(server) {
      server.addHook('onResponse', async (request, reply) => {
        const route = request.routeOptions.url ?? 'none'
        duration.labels(request.method, route, String(reply.statusCode)).observe(reply.elapsedTime / 1000)
      })
    },
  }
}

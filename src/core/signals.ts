/**
 * Metrics of the service, for `/metrics`. A port: the transports, the job runner and the adapters of models, mail and
 * webhooks call it, and `outbound/tracing/metrics.ts` implements it.
 *
 * Every label has few values, which the program defines: names of routes, tools, operations and jobs, status codes,
 * outcomes. A label never contains a value that a caller can choose (`tests/monitoring.test.ts`).
 */
import type { ModelCall } from './language-model.ts'

export interface ServedRequest {
  readonly method: string
  /** Template of the route, such as `/v2/conversations/:id`; `none` for an unknown path. */
  readonly route: string
  readonly status: number
  readonly seconds: number
}

export interface Signals {
  request(request: ServedRequest): void
  /** @param outcome `ok`, or the code of the error */
  tool(tool: string, outcome: string, seconds: number): void
  /** @param outcome `ok`, or the code of the error */
  operation(operation: string, outcome: string): void
  job(job: string, outcome: 'ok' | 'retry' | 'failed' | 'lost', seconds: number): void
  modelCall(call: Pick<ModelCall, 'purpose' | 'outcome' | 'ms' | 'requests' | 'inputTokens' | 'outputTokens'>): void
  mail(outcome: 'sent' | 'failed'): void
  webhook(outcome: 'delivered' | 'failed'): void
  /** @param outcome `uncounted`: the store of limits didn't answer, and the process counted the request alone */
  rateLimit(outcome: 'allowed' | 'refused' | 'uncounted'): void
}

/** Signals and their text form for Prometheus. */
export interface Metrics extends Signals {
  /** Adds the figures of this process: memory, processor time, event-loop delay, garbage collection. */
  watchProcess(): void
  readonly contentType: string
  /** Never throws. If values can't be read, they are omitted, and `parley_database_up` is 0. */
  render(): Promise<string>
}

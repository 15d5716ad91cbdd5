/**
 * Metrics in the Prometheus text format. Counters are kept in this process. Values of the database, the queues and the
 * disk are read at a scrape and cached, so that frequent scrapes cost no more than rare ones.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Metrics } from '../../core/signals.ts'
import { createGauges, type GaugeSources } from './metrics-gauges.ts'
import { createReplicaMetrics } from './metrics-replicas.ts'

/** Histogram buckets in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
/** Buckets for jobs and model calls, which take longer than requests. */
const LONG_BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300]

/** Methods with their own label. Clients can send any method that the parser of Node.js knows. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** @param sources if undefined, metrics of the database, the queues and the disk are omitted */
export function createMetrics(sources?: GaugeSources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers })
  const histogram = <Label extends string>(name: string, help: string, buckets: number[], ...labelNames: Label[]) =>
    new Histogram({ name, help, labelNames, buckets: [...buckets], registers })

  const requests = histogram(
    'http_request_duration_seconds',
    'Time from the head of a request to the end of its response.',
    BUCKETS,
    ...(['method', 'route', 'status'] as const),
  )
  const tools = histogram(
    'tool_call_duration_seconds',
    'Time of a tool call, by tool and outcome: ok, or the code of its error.',
    BUCKETS,
    ...(['tool', 'outcome'] as const),
  )
  const operations = counter(
    'parley_operations_total',
    'Operations run, by operation and outcome: ok, or the code of its error.',
    ...(['operation', 'outcome'] as const),
  )
  const jobs = histogram(
    'parley_job_duration_seconds',
    // Not `job`, because Prometheus adds a label of that name.
    'Time of a job run, by queue and outcome: ok, retry, failed, or lost to another process.',
    LONG_BUCKETS,
    ...(['queue', 'outcome'] as const),
  )
  const modelCalls = histogram(
    'parley_model_call_duration_seconds',
    'Time of a call of the language model, by purpose and outcome.',
    LONG_BUCKETS,
    ...(['purpose', 'outcome'] as const),
  )
  const modelTokens = counter(
    'parley_model_tokens_total',
    'Tokens sent to the language model (input) and received from it (output).',
    ...(['direction'] as const),
  )
  const modelRequests = counter('parley_model_requests_total', 'HTTP requests to the language model, retries included.')
  const mail = counter('parley_mail_total', 'Emails sent, and attempts that failed.', ...(['outcome'] as const))
  const webhooks = counter(
    'parley_webhook_attempts_total',
    'Attempts to deliver an event to a webhook, by outcome.',
    ...(['outcome'] as const),
  )
  const limits = counter(
    'parley_rate_limit_total',
    'Requests that the rate limits allowed, refused, or that a process counted alone because the store did not answer.',
    ...(['outcome'] as const),
  )
  // Initialized to 0, because the first increase of a new series has no rate.
  for (const outcome of ['sent', 'failed']) mail.inc({ outcome }, 0)
  for (const outcome of ['delivered', 'failed']) webhooks.inc({ outcome }, 0)
  for (const outcome of ['allowed', 'refused', 'uncounted']) limits.inc({ outcome }, 0)
  for (const direction of ['input', 'output']) modelTokens.inc({ direction }, 0)
  for (const queue of sources?.queues ?? []) for (const outcome of ['ok', 'failed']) jobs.zero({ queue, outcome })
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers })
  const gauges = sources && createGauges(sources, gauge)
  const refreshReplicas = sources?.replicas && createReplicaMetrics(sources.replicas, { gauge, counter })

  return {
    contentType: registry.contentType,
    watchProcess() {
      // Once, also for two servers of one app.
      if (registry.getSingleMetric('process_start_time_seconds') === undefined)
        collectDefaultMetrics({ register: registry })
    },
    async render() {
      refreshReplicas?.()
      await gauges?.refresh()
      return registry.metrics()
    },
    request: ({ method, route, status, seconds }) =>
      requests.labels(METHODS.has(method) ? method : 'OTHER', route, String(status)).observe(seconds),
    tool: (tool, outcome, seconds) => tools.labels(tool, outcome).observe(seconds),
    operation: (operation, outcome) => operations.labels(operation, outcome).inc(),
    job: (job, outcome, seconds) => jobs.labels(job, outcome).observe(seconds),
    modelCall({ purpose, outcome, ms, requests, inputTokens, outputTokens }) {
      modelCalls.labels(purpose, outcome).observe(ms / 1_000)
      modelRequests.inc(requests)
      modelTokens.labels('input').inc(inputTokens)
      modelTokens.labels('output').inc(outputTokens)
    },
    mail: (outcome) => mail.labels(outcome).inc(),
    webhook: (outcome) => webhooks.labels(outcome).inc(),
    rateLimit: (outcome) => limits.labels(outcome).inc(),
  }
}

/** Metrics of the read replicas. Without DATABASE_READ_URL, they have no series. */
import type { Counter, Gauge } from 'prom-client'
import { READ_OUTCOMES, type ReplicasReport } from '../../core/replicas.ts'

interface MetricMakers {
  gauge<Label extends string>(name: string, help: string, ...labels: Label[]): Gauge<Label>
  counter<Label extends string>(name: string, help: string, ...labels: Label[]): Counter<Label>
}

/** @returns a function that updates the metrics */
export function createReplicaMetrics(report: () => ReplicasReport, { gauge, counter }: MetricMakers): () => void {
  const label = ['replica'] as const
  const up = gauge('parley_replica_up', 'Whether this process uses the read replica: 1 or 0.', ...label)
  const bytes = gauge('parley_replica_lag_bytes', 'Write-ahead log that the replica has not replayed.', ...label)
  const seconds = gauge('parley_replica_lag_seconds', 'Time by which the replica is behind the primary.', ...label)
  const reads = counter(
    'parley_reads_total',
    'Operations that only read, by server: replica, or the reason for which they used the primary.',
    ...(['outcome'] as const),
  )
  return () => {
    const { replicas, reads: counts } = report()
    // Reset first, because a gauge with an outdated value looks healthy.
    for (const one of [bytes, seconds]) one.reset()
    for (const { name, state, lagBytes, lagSeconds } of replicas) {
      up.labels(name).set(state === 'ok' ? 1 : 0)
      if (lagBytes !== undefined) bytes.labels(name).set(lagBytes)
      if (lagSeconds !== undefined) seconds.labels(name).set(lagSeconds)
    }
    reads.reset()
    for (const outcome of READ_OUTCOMES) reads.labels(outcome).inc(counts[outcome])
  }
}

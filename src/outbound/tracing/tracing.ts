/**
 * Exports spans to an OpenTelemetry collector with OTLP over HTTP. One per process, because the registry of the API is
 * global.
 */
import * as api from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { TracingSettings } from '../../core/config.ts'
import type { Log } from '../../core/log.ts'
import { createSpansWith } from '../../core/tracing.ts'

export interface Tracing {
  /** Exports the remaining spans, for a few seconds at most. */
  close(): Promise<void>
}

/** Maximum wait for the collector in milliseconds, also at the end of the process. */
const PATIENCE = 5_000

export function openTracing(settings: TracingSettings, version: string, log: Pick<Log, 'warn'>): Tracing {
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint}/v1/traces`,
    headers: Object.fromEntries([...settings.headers].map(([name, value]) => [name, value.reveal()])),
    timeoutMillis: PATIENCE,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'parley', 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: PATIENCE })],
  })
  // An unavailable collector causes lost spans and a log line, never a failed request.
  const { context, propagation, trace } = api
  setGlobalErrorHandler((error) => log.warn({ error: getErrorMessage(error) }, 'spans were not sent'))
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  createSpansWith(api)
  return {
    async close() {
      await provider.shutdown().catch((error: Error) => log.warn({ error: error.message }, 'spans were not sent'))
      createSpansWith(undefined)
      trace.disable()
      context.disable()
      propagation.disable()
    },
  }
}

const getErrorMessage = (error: unknown) =>
  error instanceof Error ? error.message : 'The collector rejected the spans.'

/** Sends spans to an OpenTelemetry collector, by OTLP over HTTP. One for the process: the API's registry is global. */
import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { TracingSettings } from '../core/config.ts'
import type { Log } from '../core/log.ts'

export interface Tracing {
  /** Sends what is left, for a few seconds at most. */
  close(): Promise<void>
}

/** Longest wait for the collector, in milliseconds: at the end of the process nobody waits longer for it. */
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
  // A collector that is away costs its spans and a line, never a request.
  setGlobalErrorHandler((error) => log.warn({ error: messageOf(error) }, 'spans were not sent'))
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  return {
    async close() {
      await provider.shutdown().catch((error: Error) => log.warn({ error: error.message }, 'spans were not sent'))
      trace.disable()
      context.disable()
      propagation.disable()
    },
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'The collector did not take them.')

/**
 * OpenTelemetry spans. The OpenTelemetry API is the port: `outbound/tracing/tracing.ts` registers a provider if
 * OTEL_EXPORTER_OTLP_ENDPOINT is set. Without a provider, spans are no-ops at almost no cost. Names and attributes
 * follow the semantic conventions; attributes never contain content of users.
 */
import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'

export { SpanKind } from '@opentelemetry/api'

export interface Spanned {
  readonly name: string
  readonly kind?: SpanKind
  readonly attributes?: Attributes
  /**
   * W3C Trace Context of the caller (`traceparent`, `tracestate`), for work that starts a new trace part here. If
   * absent, the span is a child of the current one.
   */
  readonly carrier?: Readonly<Record<string, unknown>>
}

export interface TraceSpan {
  set(attributes: Attributes): void
  /** Marks a rejection or fault without an exception. @param type code defined by Parley */
  fail(type: string): void
}

/** Runs the work in a span. An error marks the span as failed, by its code only. */
export async function inSpan<T>(spanned: Spanned, work: (span: TraceSpan) => Promise<T>): Promise<T> {
  const { name, kind, attributes, carrier } = spanned
  const options = { ...(kind === undefined ? {} : { kind }), ...(attributes === undefined ? {} : { attributes }) }
  const parent: Context = carrier === undefined ? context.active() : propagation.extract(ROOT_CONTEXT, carrier)
  // Requested for each span, because a provider may be registered after this module was loaded.
  return trace.getTracer('parley').startActiveSpan(name, options, parent, async (span) => {
    const markFailed = (type: string) => {
      span.setAttribute('error.type', type)
      span.setStatus({ code: SpanStatusCode.ERROR })
    }
    try {
      return await work({ set: (more) => void span.setAttributes(more), fail: markFailed })
    } catch (error) {
      markFailed(getErrorType(error))
      throw error
    } finally {
      span.end()
    }
  })
}

/** Records a span that has just ended, as a child of the current one. @param fault code defined by Parley */
export function serializeSpan(
  { name, kind, attributes }: Omit<Spanned, 'carrier'>,
  startedAt: Date,
  fault?: string,
): void {
  const options = { ...(kind === undefined ? {} : { kind }), ...(attributes === undefined ? {} : { attributes }) }
  const span = trace.getTracer('parley').startSpan(name, { ...options, startTime: startedAt })
  if (fault !== undefined) span.setAttribute('error.type', fault).setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

/** ID of the current trace, for log lines. */
export function traceId(): string | undefined {
  return trace.getActiveSpan()?.spanContext().traceId
}

/** Type of an error. Never its message, which can contain user content. */
function getErrorType(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown'
  const { code, name } = error as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'unknown'
}

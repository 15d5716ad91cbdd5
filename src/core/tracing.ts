/**
 * Spans of OpenTelemetry. Its API is the port: without a provider (`outbound/tracing.ts` registers one when
 * OTEL_EXPORTER_OTLP_ENDPOINT is set) a span is nothing and costs next to nothing. Names and attributes follow its
 * semantic conventions; nothing of what people said or sent is ever an attribute.
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
   * W3C Trace Context (`traceparent`, `tracestate`) of whoever asked, for work that begins here. Absent: the span is part
   * of the one around it.
   */
  readonly carrier?: Readonly<Record<string, unknown>>
}

export interface Span {
  set(attributes: Attributes): void
  /** A refusal or a fault that is no exception here. @param type a code of ours */
  fail(type: string): void
}

/** Does the work in a span, which ends with it. What it throws marks the span as failed, by its code alone. */
export async function inSpan<T>(spanned: Spanned, work: (span: Span) => Promise<T>): Promise<T> {
  const { name, kind, attributes, carrier } = spanned
  const options = { ...(kind === undefined ? {} : { kind }), ...(attributes === undefined ? {} : { attributes }) }
  const parent: Context = carrier === undefined ? context.active() : propagation.extract(ROOT_CONTEXT, carrier)
  // Asked for each time: a provider may be registered after this module was loaded.
  return trace.getTracer('parley').startActiveSpan(name, options, parent, async (span) => {
    const fail = (type: string) => {
      span.setAttribute('error.type', type)
      span.setStatus({ code: SpanStatusCode.ERROR })
    }
    try {
      return await work({ set: (more) => void span.setAttributes(more), fail })
    } catch (error) {
      fail(typeOf(error))
      throw error
    } finally {
      span.end()
    }
  })
}

/** A span of what has ended just now, as a part of the one around it. @param fault a code of ours */
export function tellSpan({ name, kind, attributes }: Omit<Spanned, 'carrier'>, startedAt: Date, fault?: string): void {
  const options = { ...(kind === undefined ? {} : { kind }), ...(attributes === undefined ? {} : { attributes }) }
  const span = trace.getTracer('parley').startSpan(name, { ...options, startTime: startedAt })
  if (fault !== undefined) span.setAttribute('error.type', fault).setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

/** The trace that is under way, for lines of the log. */
export function traceId(): string | undefined {
  return trace.getActiveSpan()?.spanContext().traceId
}

/** Never a message: it may hold what somebody sent. */
function typeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown'
  const { code, name } = error as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'unknown'
}

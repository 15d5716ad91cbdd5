/**
 * OpenTelemetry spans. The OpenTelemetry API is the port: `outbound/tracing/tracing.ts` loads it and registers a provider
 * if OTEL_EXPORTER_OTLP_ENDPOINT is set. Otherwise the API isn't loaded, and spans cost nothing. Names and attributes
 * follow the semantic conventions; attributes never contain content of users.
 */
import type * as OpenTelemetry from '@opentelemetry/api'
import type { Attributes, Context } from '@opentelemetry/api'

/** Kinds of spans, with the values of the API. */
export const SpanKind = { SERVER: 1, CLIENT: 2, PRODUCER: 3, CONSUMER: 4 } as const
type SpanKind = (typeof SpanKind)[keyof typeof SpanKind]

/** `SpanStatusCode.ERROR` of the API. */
const ERROR = 2

/** Undefined while no provider is registered. */
let api: typeof OpenTelemetry | undefined

/** Starts to create spans with the API, or ends it with undefined. */
export function createSpansWith(opened: typeof OpenTelemetry | undefined): void {
  api = opened
}

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

const NO_SPAN: TraceSpan = { set() {}, fail() {} }

/** Runs the work in a span. An error marks the span as failed, by its code only. */
export async function inSpan<T>(spanned: Spanned, work: (span: TraceSpan) => Promise<T>): Promise<T> {
  if (api === undefined) return work(NO_SPAN)
  const { context, propagation, ROOT_CONTEXT, trace } = api
  const { name, kind, attributes, carrier } = spanned
  const options = { ...(kind === undefined ? {} : { kind }), ...(attributes === undefined ? {} : { attributes }) }
  const parent: Context = carrier === undefined ? context.active() : propagation.extract(ROOT_CONTEXT, carrier)
  return trace.getTracer('parley').startActiveSpan(name, options, parent, async (span) => {
    const markFailed = (type: string) => {
      span.setAttribute('error.type', type)
      span.setStatus({ code: ERROR })
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
  if (api === undefined) return
  const span = api.trace.getTracer('parley').startSpan(name, { ...options, startTime: startedAt })
  if (fault !== undefined) span.setAttribute('error.type', fault).setStatus({ code: ERROR })
  span.end()
}

/** ID of the current trace, for log lines. */
export function traceId(): string | undefined {
  return api?.trace.getActiveSpan()?.spanContext().traceId
}

/** Type of an error. Never its message, which can contain user content. */
function getErrorType(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown'
  const { code, name } = error as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'unknown'
}

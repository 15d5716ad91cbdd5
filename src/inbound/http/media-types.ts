/** Media types of request and response bodies (decisions, section 1). */
export const JSON_TYPES = ['application/json', 'application/vnd.api+json']
/** RFC 7644, section 8.1. */
export const SCIM_TYPES = ['application/json', 'application/scim+json']
export const UPLOAD_TYPE = 'multipart/form-data'
export const LINES_TYPE = 'application/x-ndjson'
/** WHATWG HTML, section 9.2. */
export const EVENTS_TYPE = 'text/event-stream'
/** RFC 9457. */
export const PROBLEM_TYPE = 'application/problem+json'

/** Whether an `Accept` header contains the media type. Weights are ignored, because each type has one format. */
export function accepts(accept: string | undefined, type: string): boolean {
  return (
    accept
      ?.toLowerCase()
      .split(',')
      .some((range) => range.split(';', 1)[0]?.trim() === type) ?? false
  )
}

/**
 * Whether an `Accept` header prefers an event stream to JSON (RFC 9110, section 12.5.1). It contains
 * `text/event-stream`, and neither JSON with the same weight nor a range that gives JSON a higher weight.
 */
export function prefersEvents(accept: string | undefined): boolean {
  const weights = new Map(accept?.toLowerCase().split(',').map(weightedRange))
  const events = weights.get(EVENTS_TYPE) ?? 0
  const named = Math.max(...JSON_TYPES.map((type) => weights.get(type) ?? 0))
  const anything = Math.max(weights.get('application/*') ?? 0, weights.get('*/*') ?? 0)
  return events > named && events >= anything
}

/** `text/*;level=1;q=0.5` → `['text/*', 0.5]`. A missing or invalid weight counts as 1. */
function weightedRange(range: string): [string, number] {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
  const weight = Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1)
  return [type, weight >= 0 && weight <= 1 ? weight : 1]
}

/** Format of bodies and errors of a family of operations. */
export type ResponseFormat = 'resource' | 'scim'

/** Media type of the response: the requested one, if the family supports it, otherwise `application/json`. */
export function answerType(accept: string | undefined, dress: ResponseFormat = 'resource'): string {
  const other = dress === 'scim' ? 'application/scim+json' : 'application/vnd.api+json'
  const asked = accepts(accept, other) && !accepts(accept, 'application/json')
  return `${asked ? other : 'application/json'}; charset=utf-8`
}

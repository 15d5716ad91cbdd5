/** Bodies in and out (decisions, section 1). */
export const JSON_TYPES = ['application/json', 'application/vnd.api+json']
/** RFC 7644, section 8.1. */
export const SCIM_TYPES = ['application/json', 'application/scim+json']
export const UPLOAD_TYPE = 'multipart/form-data'
export const LINES_TYPE = 'application/x-ndjson'
/** RFC 9457. */
export const PROBLEM_TYPE = 'application/problem+json'

/** Whether an `Accept` header names the media type; weights do not matter, as there is one answer for each. */
export function accepts(accept: string | undefined, type: string): boolean {
  return (
    accept
      ?.toLowerCase()
      .split(',')
      .some((range) => range.split(';', 1)[0]?.trim() === type) ?? false
  )
}

/** How a family of operations dresses its bodies and errors. */
export type Dress = 'resource' | 'scim'

/** The answer's media type: what `Accept` asks for among those the family has, else `application/json`. */
export function answerType(accept: string | undefined, dress: Dress = 'resource'): string {
  const other = dress === 'scim' ? 'application/scim+json' : 'application/vnd.api+json'
  const asked = accepts(accept, other) && !accepts(accept, 'application/json')
  return `${asked ? other : 'application/json'}; charset=utf-8`
}

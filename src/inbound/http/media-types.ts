/** Bodies in and out (decisions, section 1). */
export const JSON_TYPES = ['application/json', 'application/vnd.api+json']
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

/** The answer's media type: what `Accept` asks for among those we have, else `application/json`. */
export function answerType(accept: string | undefined): string {
  const isJsonApi = accepts(accept, 'application/vnd.api+json') && !accepts(accept, 'application/json')
  return `application/${isJsonApi ? 'vnd.api+json' : 'json'}; charset=utf-8`
}

/** Bodies in and out (decisions, section 1). */
export const JSON_TYPES = ['application/json', 'application/vnd.api+json']
export const LINES_TYPE = 'application/x-ndjson'

/** The answer's media type: what `Accept` asks for among those we have, else `application/json`. */
export function answerType(accept: string | undefined): string {
  return accept?.includes('application/vnd.api+json') && !accept.includes('application/json')
    ? 'application/vnd.api+json; charset=utf-8'
    : 'application/json; charset=utf-8'
}

/** Texts of responses in the API description. */
import type { AnyOperation } from '../../core/operation.ts'

/** Success with a body, by the verb of the operation ID. */
const RESULTS: Readonly<Record<string, string>> = {
  get: 'The requested resource as JSON.',
  list: 'The requested list, or one page of it.',
  search: 'The search results as JSON.',
  ask: 'The answer with its citations.',
  create: 'The resource was created.',
  update: 'The resource was updated.',
  correct: 'The resource was updated.',
  put: 'The data was stored.',
  upsert: 'The resource was updated.',
  replace: 'The resource was replaced.',
  restore: 'The resource was restored.',
  reactivate: 'The resource was restored.',
}

/** Success without a body, by the verb of the operation ID. */
const EFFECTS: Readonly<Record<string, string>> = {
  delete: 'The resource was deleted.',
  archive: 'The resource was archived.',
  put: 'The resource was stored.',
}

/** Description of a successful response. */
export function describeSuccess({ id, rest }: AnyOperation, code: number): string {
  const verb = /^[a-z]+/.exec(id)?.[0] ?? ''
  if (code === 201) return 'The resource was created.'
  if (code === 202) return 'The request was accepted. The work continues in the background.'
  if (code === 204) return EFFECTS[verb] ?? 'The request succeeded. The response has no body.'
  if (code === 206) return 'The requested byte range of the file.'
  if (code === 304) return 'The content matches the ETag in `If-None-Match`.'
  if ((rest.produces ?? []).length > 0) return 'The content of the requested file.'
  // For operations that can also return 202.
  if (rest.statuses?.includes(202)) return 'The request succeeded. No work continues in the background.'
  return RESULTS[verb] ?? 'The request succeeded. The body contains the result.'
}

/** Descriptions of error responses by status. */
export const ERROR_DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: "The request isn't valid. The error lists the problems.",
  401: 'The request has no valid API key.',
  403: "The caller doesn't have the required permission.",
  404: "The resource doesn't exist, or the caller doesn't have access to it.",
  408: 'The body arrived too slowly.',
  410: 'The cursor has expired. Get a new one and list all resources again.',
  409: 'The request conflicts with the current state, or a request with the same `Idempotency-Key` is still running.',
  412: 'The resource has changed since the version in `If-Match`.',
  413: 'The body is larger than the maximum.',
  415: 'The operation does not support the media type of the body.',
  416: 'The requested range is outside of the file.',
  422: 'Another request used the same `Idempotency-Key`.',
  429: 'A rate limit is exceeded. `Retry-After` contains the number of seconds to wait.',
  500: 'An internal error occurred.',
  503: 'The service is temporarily unable to process the request. Try again later.',
}

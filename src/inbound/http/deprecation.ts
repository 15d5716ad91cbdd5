/** Headers for deprecated operations and parameters: since when (RFC 9745), and the replacement (RFC 5829). */
import { type AnyOperation, DEPRECATED_BY_CONTRACT, type Wire } from '../../core/operation.ts'
import { getInputFields } from './gather-input.ts'

/** @returns function that returns the headers of a request; a deprecated parameter counts only if the request has it */
export function createDeprecationHeaders(operation: AnyOperation): (wire: Wire) => Readonly<Record<string, string>> {
  const { deprecated } = operation
  if (deprecated !== undefined) {
    return ({ baseUrl }) => ({
      ...toDeprecationHeader(deprecated.since),
      link: `<${baseUrl}${deprecated.successor}>; rel="successor-version"`,
    })
  }
  const fields = Object.entries(getInputFields(operation)).filter(([, field]) => field.meta()?.deprecated === true)
  return ({ query }) =>
    fields.some(([name]) => query[name] !== undefined) ? toDeprecationHeader(DEPRECATED_BY_CONTRACT) : {}
}

/** Deprecation date in seconds since 1970. */
const toDeprecationHeader = (moment: Date) => ({ deprecation: `@${moment.getTime() / 1000}` })

/** Headers of deliveries, as they are stored and shown. */

/** Maximum number of stored headers, and maximum length of a value. */
const HEADERS_MAX = 50
const VALUE_MAX = 1_000

/** Signatures and credentials. They were checked on arrival, and aren't needed to read the delivery again. */
const SECRET = /authorization|cookie|signature|token|secret|api-?key|password|validation/i

/** Keeps what helps to find a problem. */
export const toStoredHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !SECRET.test(name))
      .slice(0, HEADERS_MAX)
      .map(([name, value]) => [name, value.slice(0, VALUE_MAX).replaceAll('\u0000', '').toWellFormed()]),
  )

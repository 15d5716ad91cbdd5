/**
 * Examples of the API description: for each operation a request body that the tests send, and the response to it.
 * `tests/api-examples.test.ts` writes `examples.json`, and fails if an example doesn't match its operation.
 */
import { readFileSync } from 'node:fs'

export interface OperationExample {
  /** JSON body of the request. */
  readonly request?: unknown
  /** JSON body of the response. */
  readonly response?: unknown
  /** Other bodies of the response that are text: media type → beginning of the body. */
  readonly texts?: Readonly<Record<string, string>>
}

export type Examples = Readonly<Record<string, OperationExample>>

export const EXAMPLES_FILE = new URL('./examples.json', import.meta.url)

/** Operation ID → example. */
export const readExamples = (): Examples => JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8')) as Examples

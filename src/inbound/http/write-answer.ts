/**
 * Prints an answer as JSON. An envelope whose `data` are `Rows` is written row by row: whole when it is small, as a
 * stream that waits for its reader when it is not, so that memory stays flat whatever the page holds.
 */
import { Readable } from 'node:stream'
import { stringify } from '../../core/json.ts'
import { Rows } from '../../core/page.ts'

/** Up to this many characters an answer is collected and sent in one piece, with its length. */
const WHOLE_UP_TO = 512 * 1024

export async function printAnswer(body: unknown): Promise<string | Readable> {
  const rows = rowsIn(body)
  if (rows === undefined) return stringify(body)
  const chunks = printEnvelope(body as Record<string, unknown>, rows)
  let head = ''
  for await (const chunk of iterateKeepingOpen(chunks)) {
    head += chunk
    if (head.length > WHOLE_UP_TO) {
      return Readable.from(followedBy(head, chunks), { objectMode: false, encoding: 'utf8', highWaterMark: 64 * 1024 })
    }
  }
  return head
}

function rowsIn(body: unknown): Rows<unknown> | undefined {
  return typeof body === 'object' && body !== null && 'data' in body && body.data instanceof Rows
    ? body.data
    : undefined
}

async function* printEnvelope(body: Record<string, unknown>, rows: Rows<unknown>): AsyncGenerator<string> {
  const { data: _, ...rest } = body
  const tail = stringify(rest).slice(1)
  let separator = '{"data":['
  for await (const batch of rows.batches) {
    if (batch.length === 0) continue
    // Printed together and stripped of the brackets: one pass over the batch instead of one a row.
    yield separator + stringify(batch).slice(1, -1)
    separator = ','
  }
  const opening = separator === ',' ? '' : separator
  yield tail === '}' ? `${opening}]}` : `${opening}],${tail}`
}

/** A `for await` that may be left without ending the generator. */
function iterateKeepingOpen<T>(generator: AsyncGenerator<T>): AsyncIterable<T> {
  return { [Symbol.asyncIterator]: () => ({ next: () => generator.next() }) }
}

async function* followedBy(head: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield head
  yield* rest
}

/**
 * Serializes a response as JSON. An envelope whose `data` are `Rows` is written row by row. Small responses are sent in
 * one piece; large ones are streamed at the speed of the client, so memory use doesn't depend on the page size.
 */
import { Readable } from 'node:stream'
import { stringify } from '../../core/json.ts'
import { Rows } from '../../core/page.ts'

/** Maximum number of characters of a response that is sent in one piece, with its length. */
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
    // Serializes the batch in one call and strips the brackets, which is faster than one call per row.
    yield separator + stringify(batch).slice(1, -1)
    separator = ','
  }
  const opening = separator === ',' ? '' : separator
  yield tail === '}' ? `${opening}]}` : `${opening}],${tail}`
}

/** Iterates without closing the generator on an early exit. */
function iterateKeepingOpen<T>(generator: AsyncGenerator<T>): AsyncIterable<T> {
  return { [Symbol.asyncIterator]: () => ({ next: () => generator.next() }) }
}

async function* followedBy(head: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield head
  yield* rest
}

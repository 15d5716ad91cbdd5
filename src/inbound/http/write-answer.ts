/**
 * Serializes a response as JSON. An envelope whose `data` are `Rows` is written row by row. Small responses are sent in
 * one piece; large ones are streamed at the speed of the client, so memory use doesn't depend on the page size.
 */
import { Readable } from 'node:stream'
import { stringify, stringifyParts } from '../../core/json.ts'
import { Rows } from '../../core/page.ts'

/** Maximum number of characters of a response that is sent in one piece, with its length. */
const WHOLE_UP_TO = 512 * 1024
/** Minimum number of characters of a chunk of a stream, except for the last one. */
const CHUNK = 16 * 1024

export async function printAnswer(body: unknown): Promise<string | Readable> {
  const rows = rowsIn(body)
  if (rows === undefined) return stringify(body)
  const printed = printEnvelope(body as Record<string, unknown>, rows)
  const head: string[] = []
  let length = 0
  for await (const parts of iterateKeepingOpen(printed)) {
    for (const part of parts) {
      head.push(part)
      length += part.length
    }
    // A stream of strings, which Node.js encodes when it writes them. A stream of bytes would encode, decode and encode them.
    if (length > WHOLE_UP_TO) return Readable.from(followedBy(head, printed), { objectMode: true })
  }
  return head.join('')
}

function rowsIn(body: unknown): Rows<unknown> | undefined {
  return typeof body === 'object' && body !== null && 'data' in body && body.data instanceof Rows
    ? body.data
    : undefined
}

async function* printEnvelope(body: Record<string, unknown>, rows: Rows<unknown>): AsyncGenerator<readonly string[]> {
  const { data: _, ...rest } = body
  const tail = stringify(rest).slice(1)
  let separator = '{"data":['
  for await (const batch of rows.batches) {
    if (batch.length === 0) continue
    // Serializes the batch in one call and strips the brackets, which is faster than one call per row.
    const parts = stringifyParts(batch)
    parts[0] = separator + (parts[0] ?? '').slice(1)
    parts.push((parts.pop() ?? '').slice(0, -1))
    yield parts
    separator = ','
  }
  const opening = separator === ',' ? '' : separator
  yield [tail === '}' ? `${opening}]}` : `${opening}],${tail}`]
}

/** Iterates without closing the generator on an early exit. */
function iterateKeepingOpen<T>(generator: AsyncGenerator<T>): AsyncIterable<T> {
  return { [Symbol.asyncIterator]: () => ({ next: () => generator.next() }) }
}

async function* followedBy(head: readonly string[], rest: AsyncGenerator<readonly string[]>): AsyncGenerator<string> {
  yield* joinSmall(head)
  for await (const parts of rest) yield* joinSmall(parts)
}

/** Joins small parts. Large ones stay as they are, because a copy of a large text needs new memory. */
function* joinSmall(parts: readonly string[]): Generator<string> {
  let from = 0
  let length = 0
  for (const [index, part] of parts.entries()) {
    const isLarge = part.length >= CHUNK
    length += part.length
    if (length < CHUNK && index < parts.length - 1) continue
    if (isLarge) {
      if (index > from) yield parts.slice(from, index).join('')
      yield part
    } else yield parts.slice(from, index + 1).join('')
    from = index + 1
    length = 0
  }
}

/** A stand-in for a bucket that lists its objects in small pages, serves ranges, and misbehaves as it is told. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Keys of one page of a list. */
const PAGE = 3

interface StoredObject {
  readonly content: Buffer
  readonly tag: string
  readonly changedAt: Date
}

export interface ListingBucket {
  readonly url: string
  /** Name that addresses contain. */
  readonly bucket: string
  readonly objects: Map<string, StoredObject>
  readonly asked: {
    readonly path: string
    readonly prefix: string | null
    readonly range: string | undefined
    readonly authorization: string | undefined
  }[]
  /** Number of times that a download breaks off in the middle. */
  breaks: number
  /** Whether the access key is refused. */
  refuses: boolean
  /** Stores an object with a new tag. */
  put(key: string, content: Buffer | string, changedAt: Date): void
  reset(): void
  close(): Promise<void>
}

export async function startListingBucket(bucket = 'calls'): Promise<ListingBucket> {
  let tags = 0
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bucket')
    const { range, authorization } = request.headers
    stand.asked.push({ path: pathname, prefix: searchParams.get('prefix'), range, authorization })
    if (stand.refuses) return void response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
    const key = decodeURIComponent(pathname.replace(new RegExp(`^/${bucket}/?`), ''))
    if (key === '') return void response.writeHead(200, { 'content-type': 'application/xml' }).end(list(searchParams))
    const object = stand.objects.get(key)
    if (object === undefined) return void response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0)
    const rest = object.content.subarray(from)
    const size = object.content.length
    const part = from > 0 ? { 'content-range': `bytes ${from}-${size - 1}/${size}` } : {}
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': rest.length, etag: `"${object.tag}"`, ...part })
    if (stand.breaks > 0) {
      stand.breaks--
      response.write(rest.subarray(0, Math.ceil(rest.length / 2)), () => setTimeout(() => response.destroy(), 20))
      return
    }
    response.end(rest)
  }

  function list(query: URLSearchParams): string {
    const prefix = query.get('prefix') ?? ''
    const found = [...stand.objects].filter(([key]) => key.startsWith(prefix)).sort(([a], [b]) => (a < b ? -1 : 1))
    const first = Number(query.get('continuation-token') ?? 0)
    const next = first + PAGE < found.length ? `<NextContinuationToken>${first + PAGE}</NextContinuationToken>` : ''
    const contents = found.slice(first, first + PAGE).map(([key, { content, tag, changedAt }]) => {
      const facts = `<Size>${content.length}</Size><ETag>&quot;${tag}&quot;</ETag>`
      return `<Contents><Key>${key}</Key><LastModified>${changedAt.toISOString()}</LastModified>${facts}</Contents>`
    })
    return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
  }

  const stand: ListingBucket = {
    ...{ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bucket, objects: new Map(), asked: [] },
    ...{ breaks: 0, refuses: false },
    put: (key, content, changedAt) =>
      void stand.objects.set(key, { content: Buffer.from(content), tag: `tag${tags++}`, changedAt }),
    reset() {
      stand.objects.clear()
      stand.asked.length = 0
      stand.breaks = 0
      stand.refuses = false
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return stand
}

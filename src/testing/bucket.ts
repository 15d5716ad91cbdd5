/** An S3 bucket in memory, as far as Parley calls one: PUT, GET with ranges, HEAD and DELETE of objects. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface Bucket {
  readonly port: number
  /** Objects by path. */
  readonly objects: ReadonlyMap<string, Buffer>
  close(): Promise<void>
}

export async function startBucket(): Promise<Bucket> {
  const objects = new Map<string, Buffer>()
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://bucket')
    const body = await buffer(request)
    if (request.method === 'PUT') {
      objects.set(pathname, body)
      return response.end()
    }
    if (request.method === 'DELETE') {
      objects.delete(pathname)
      return response.writeHead(204).end()
    }
    // The bucket itself.
    if (request.method === 'HEAD' && pathname.split('/').filter(Boolean).length === 1) return response.end()
    const found = objects.get(pathname)
    if (found === undefined) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    if (first === undefined || last === undefined) {
      return response.writeHead(200, { 'content-length': found.length }).end(request.method === 'HEAD' ? '' : found)
    }
    const part = found.subarray(Number(first), Number(last) + 1)
    return response
      .writeHead(206, {
        'content-length': part.length,
        'content-range': `bytes ${first}-${last}/${found.length}`,
      })
      .end(part)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    objects,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

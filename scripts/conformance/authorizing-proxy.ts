/**
 * Hands requests on with a token added, for judges that send none and cannot be told to. `Host` and `Origin` go on as they
 * came, since they are part of what is judged.
 */
import { once } from 'node:events'
import { createServer, request } from 'node:http'

export interface AuthorizingProxy {
  readonly url: string
  close(): Promise<void>
}

export async function openAuthorizingProxy(target: string, token: string): Promise<AuthorizingProxy> {
  const { hostname, port } = new URL(target)
  const server = createServer((from, to) => {
    const { method, url: path, headers } = from
    const onward = request({ hostname, port, method, path, headers: { ...headers, authorization: `Bearer ${token}` } })
    onward.on('response', (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(to)
    })
    onward.on('error', () => to.destroy())
    to.on('close', () => onward.destroy())
    from.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const own = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://localhost:${own}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

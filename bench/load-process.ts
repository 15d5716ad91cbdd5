/**
 * The load: a closed loop of `connections` over HTTP keep-alive, in a process of its own so that measuring costs the
 * measured one nothing. Takes orders from its parent one at a time, answers each with what it saw.
 */
import { Agent, request } from 'node:http'
import type { Order, Seen } from './load.ts'

/** One request that hangs must not hang the run. */
const REQUEST_MS = 60_000

process.on('message', async (order: Order) => {
  const agent = new Agent({ keepAlive: true, maxSockets: order.connections })
  try {
    process.send?.({ seen: await drive(order, agent) })
  } catch (error) {
    process.send?.({ fault: (error as Error).message })
  } finally {
    agent.destroy()
  }
})

async function drive(order: Order, agent: Agent): Promise<Seen> {
  const latencies: number[] = []
  let bytes = 0
  let refused = 0
  const startedAt = performance.now()
  const until = startedAt + order.seconds * 1000
  const { urls = [order.url], requestsMin: least = 0 } = order
  let sent = 0
  const loop = async () => {
    while ((performance.now() < until || sent < least) && latencies.length < order.requestsMax) {
      const begun = performance.now()
      const answered = await send(order, urls[sent++ % urls.length] ?? order.url, agent)
      bytes += answered.bytes
      if (answered.isRefusal) refused++
      latencies.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: order.connections }, loop))
  return { latencies, refused, bytes, seconds: (performance.now() - startedAt) / 1000 }
}

/** @throws Error for each status except 200, and 429 if the order accepts it */
function send(order: Order, url: string, agent: Agent): Promise<{ bytes: number; isRefusal: boolean }> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', headers = {}, body, acceptsRefusals = false } = order
    const outgoing = request(url, { agent, method, headers }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      answer.once('error', reject)
      answer.once('end', () => {
        const isRefusal = answer.statusCode === 429
        if (answer.statusCode === 200 || (isRefusal && acceptsRefusals)) resolve({ bytes, isRefusal })
        else reject(new Error(`${method} ${url} answered ${answer.statusCode}`))
      })
    })
    outgoing.setTimeout(REQUEST_MS, () => outgoing.destroy(new Error(`no answer in ${REQUEST_MS} ms`)))
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}

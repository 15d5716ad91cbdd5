/**
 * Vectors that are drawn instead of embedded: what is measured is how they are searched. Real ones lie in clusters of
 * clusters, so each here is the sum of one vector of each of four lists, from the few long ones that make clusters to the
 * many short ones that tell neighbours apart. The lists are the same in every process, so questions fall among passages.
 */
import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { normal, seeded } from './seeded.ts'

export const DIMENSION = 512
/** How many vectors, and how long they are. */
const LISTS = [
  { count: 1_000, length: 1 },
  { count: 40, length: 0.6 },
  { count: 200, length: 0.45 },
  { count: 2_000, length: 0.3 },
] as const

export type Palette = readonly (readonly Float32Array[])[]

export function palette(): Palette {
  const random = seeded(11)
  return LISTS.map(({ count, length }) =>
    Array.from({ length: count }, () => {
      const vector = Float32Array.from({ length: DIMENSION }, () => normal(random))
      return scaled(vector, length / lengthOf(vector))
    }),
  )
}

/** The vector of a text, the same at every run. */
export function vectorOf(text: string, from: Palette): Float32Array {
  const digest = createHash('sha256').update(text).digest()
  const parts = from.map((list, at) => list[digest.readUInt32LE(at * 4) % list.length])
  const sum = Float32Array.from({ length: DIMENSION }, (_, at) =>
    parts.reduce((total, part) => total + (part?.[at] ?? 0), 0),
  )
  return scaled(sum, 1 / lengthOf(sum))
}

/** As PostgreSQL reads it. */
export const printed = (vector: Float32Array): string => `[${Array.from(vector, (value) => value.toFixed(5)).join()}]`

const lengthOf = (vector: Float32Array) => Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
const scaled = (vector: Float32Array, factor: number) => vector.map((value) => value * factor)

export interface EmbeddingServer {
  /** For the service: this server instead of a model. */
  readonly settings: Readonly<Record<string, string>>
  readonly url: string
  /** What the service calls the space of these vectors. */
  readonly space: string
  stop(): Promise<void>
}

const MODEL = 'drawn'

/** Speaks OpenAI's protocol. A question costs it next to nothing, so the time of an answer is that of the search. */
export async function startEmbeddingServer(from: Palette): Promise<EmbeddingServer> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { input } = JSON.parse(Buffer.concat(chunks).toString()) as { input: string[] }
      const data = input.map((text, index) => ({ index, embedding: Array.from(vectorOf(text, from)) }))
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ data }))
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return {
    settings: { EMBEDDING_PROVIDER: 'openai', EMBEDDING_URL: url, EMBEDDING_MODEL: MODEL },
    url,
    space: `openai/${MODEL}`,
    stop: () => stopServer(server),
  }
}

async function stopServer(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise<void>((closed) => server.close(() => closed()))
}

/**
 * Vectors that are drawn instead of embedded: what is measured is how they are searched. They lie as those of real talk do
 * (39,000 passages of meetings by the encoder that comes along): two of nothing in common have a cosine of .3, give or
 * take .15, neighbours in a talk one of .6, the tenth nearest of all one of .7, and there is something at every distance
 * between. Clusters with nothing between them, which are easier to draw, no graph of neighbours finds its way through.
 *
 * Each is the sum of one vector of each of four lists. The lists are the same in every process, so questions fall among
 * passages.
 */
import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { normal, seeded } from './seeded.ts'

export const DIMENSION = 512
/** How many vectors, how long they are, and of how many directions they are mixed: of few, so that some lie close. */
const LISTS = [
  { count: 1_000, length: 0.6, directions: 12 },
  { count: 200, length: 0.36, directions: 12 },
  { count: 2_000, length: 0.36, directions: 64 },
  { count: 2_000, length: 0.32, directions: DIMENSION },
] as const
/** What all of them have in common. */
const COMMON = 0.55

export type Palette = readonly (readonly Float32Array[])[]

export function palette(): Palette {
  const random = seeded(11)
  const common = drawn(random, COMMON)
  return LISTS.map(({ count, length, directions }, list) => {
    const several = Array.from({ length: directions === DIMENSION ? 0 : directions }, () => drawn(random, 1))
    return Array.from({ length: count }, () => {
      const vector = several.length === 0 ? drawn(random, length) : mixed(several, random, length)
      // Once in each sum.
      return list === 0 ? vector.map((value, at) => value + (common[at] ?? 0)) : vector
    })
  })
}

/** In any direction. */
const drawn = (random: () => number, length: number): Float32Array =>
  ofLength(
    Float32Array.from({ length: DIMENSION }, () => normal(random)),
    length,
  )

/** In a direction between these. */
function mixed(directions: readonly Float32Array[], random: () => number, length: number): Float32Array {
  const sum = new Float32Array(DIMENSION)
  for (const direction of directions) {
    const share = normal(random)
    for (let at = 0; at < DIMENSION; at++) sum[at] = (sum[at] ?? 0) + share * (direction[at] ?? 0)
  }
  return ofLength(sum, length)
}

/** The vector of a text, the same at every run. */
export function vectorOf(text: string, from: Palette): Float32Array {
  const digest = createHash('sha256').update(text).digest()
  const parts = from.map((list, at) => list[digest.readUInt32LE(at * 4) % list.length])
  const sum = Float32Array.from({ length: DIMENSION }, (_, at) =>
    parts.reduce((total, part) => total + (part?.[at] ?? 0), 0),
  )
  return ofLength(sum, 1)
}

/** As PostgreSQL reads it. */
export const printed = (vector: Float32Array): string => `[${Array.from(vector, (value) => value.toFixed(5)).join()}]`

function ofLength(vector: Float32Array, length: number): Float32Array {
  const factor = length / Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  return vector.map((value) => value * factor)
}

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

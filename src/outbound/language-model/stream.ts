/** Reads a streamed output from a protocol client, with a length limit and token counts. */
import { ModelFault } from '../../core/language-model.ts'
import { ANSWER_MAX } from './answers.ts'
import type { ModelClient, ModelRequest } from './clients.ts'
import type { Tally } from './tally.ts'

interface StreamOptions {
  readonly signal: AbortSignal
  readonly tally: Tally
  client(streams: boolean): Promise<ModelClient>
}

type Stream = Awaited<ReturnType<ModelClient['doStream']>>['stream']

export async function openStream({ client, signal }: StreamOptions, question: ModelRequest): Promise<Stream> {
  const { stream } = await (await client(true)).doStream({ ...question, abortSignal: signal })
  return stream
}

/** Yields text chunks, and finally the finish reason. */
export async function* readChunks(stream: Stream, { tally, signal }: StreamOptions) {
  let length = 0
  let hasEnded = false
  for await (const part of stream) {
    if (part.type === 'error') throw part.error
    if (part.type === 'text-delta' || part.type === 'reasoning-delta') {
      tally.received(Buffer.byteLength(part.delta))
      length += part.delta.length
      if (length > ANSWER_MAX) throw new ModelFault('too_much')
    }
    if (part.type === 'text-delta') yield { delta: part.delta, finish: '' }
    if (part.type === 'finish') {
      tally.answered(part.usage.inputTokens.total, part.usage.outputTokens.total)
      hasEnded = true
      yield { delta: '', finish: part.finishReason.unified }
    }
  }
  signal.throwIfAborted()
  if (!hasEnded) throw new ModelFault('dropped')
}

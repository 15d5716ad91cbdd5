/** Thread of a Whisper model. Transformers.js reads only files of the folder, and downloads nothing. */
import { availableParallelism } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { RATE } from '../media/wave.ts'
import { lowerThreadPriority } from '../workers/thread-priority.ts'
import type { TranscriptionMessage, TranscriptionReply, WhisperFolder } from './folder.ts'

const { path, dtype, isEnglish } = workerData as WhisperFolder
const postReply = (told: TranscriptionReply) => parentPort?.postMessage(told)

const answer = z.object({
  chunks: z.array(z.object({ text: z.string(), timestamp: z.tuple([z.number().nullable(), z.number().nullable()]) })),
})

async function load() {
  const { env, pipeline } = await import('@huggingface/transformers')
  env.allowRemoteModels = false
  env.useFSCache = false
  return pipeline('automatic-speech-recognition', path, {
    dtype,
    device: 'cpu',
    // Leaves a core for requests. Waiting threads don't spin.
    session_options: {
      intraOpNumThreads: Math.max(1, availableParallelism() >> 1),
      extra: { session: { intra_op: { allow_spinning: '0' } } },
    },
  })
}

// Before the model is loaded, because loading starts further threads.
lowerThreadPriority()
let model: ReturnType<typeof load> | undefined

parentPort?.on('message', (asked: TranscriptionMessage) => {
  if (asked === 'end') process.exit()
  hear(asked).then(postReply, (error: Error) => postReply({ fault: `the model failed: ${error.name}` }))
})

async function hear({ samples, language }: Exclude<TranscriptionMessage, 'end'>): Promise<TranscriptionReply> {
  model ??= load()
  const transcribe = await model
  const known = isEnglish || language === null ? {} : { language, task: 'transcribe' }
  const told = answer.parse(await transcribe(samples, { return_timestamps: true, ...known }))
  const length = samples.length / RATE
  return {
    segments: told.chunks.flatMap(({ text, timestamp: [start, end] }) => {
      const said = text.toWellFormed().replaceAll('\u0000', '').trim()
      // Times are limited to the window. A sentence that is cut off at its end has no end time.
      return said === '' ? [] : [{ text: said, start: clampTime(start, length), end: clampTime(end, length) }]
    }),
  }
}

const clampTime = (time: number | null, length: number) => (time === null ? null : Math.min(Math.max(time, 0), length))

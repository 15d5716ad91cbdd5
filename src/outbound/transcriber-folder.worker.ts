/** The thread of a Whisper model. Transformers.js reads files of its folder only, and asks no hub for any. */
import { availableParallelism } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { giveWay } from './give-way.ts'
import type { Asked, Told, WhisperFolder } from './transcriber-folder.ts'
import { RATE } from './wave.ts'

const { path, dtype, isEnglish } = workerData as WhisperFolder
const tell = (told: Told) => parentPort?.postMessage(told)

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
    // Requests keep a core, and threads that wait for work take none.
    session_options: {
      intraOpNumThreads: Math.max(1, availableParallelism() >> 1),
      extra: { session: { intra_op: { allow_spinning: '0' } } },
    },
  })
}

// Before the model is loaded, which starts threads of its own.
giveWay()
let model: ReturnType<typeof load> | undefined

parentPort?.on('message', (asked: Asked) => {
  if (asked === 'end') process.exit()
  hear(asked).then(tell, (error: Error) => tell({ fault: `the model failed: ${error.name}` }))
})

async function hear({ samples, language }: Exclude<Asked, 'end'>): Promise<Told> {
  model ??= load()
  const transcribe = await model
  const known = isEnglish || language === null ? {} : { language, task: 'transcribe' }
  const told = answer.parse(await transcribe(samples, { return_timestamps: true, ...known }))
  const length = samples.length / RATE
  return {
    segments: told.chunks.flatMap(({ text, timestamp: [start, end] }) => {
      const said = text.toWellFormed().replaceAll('\u0000', '').trim()
      // Nothing is said behind the end of the window; a last sentence that is cut off has no end.
      return said === '' ? [] : [{ text: said, start: within(start, length), end: within(end, length) }]
    }),
  }
}

const within = (time: number | null, length: number) => (time === null ? null : Math.min(Math.max(time, 0), length))

/** Starts the process of sherpa-onnx, which exists for one recording. Its memory is free afterwards. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Log } from '../../../core/log.ts'
import { type HeardWord, type SpeakerTurn, TranscriberFault } from '../../../core/transcriber.ts'
import type { TimeSpan } from '../../media/sound-windows.ts'
import type { SpeakerModels } from './speaker-models.ts'
import type { SpeechModel } from './speech-model.ts'

/** Request to the process. `wave` is the path of a WAV file. */
export type EngineRequest =
  | { readonly task: 'speech'; readonly wave: string }
  | {
      readonly task: 'recognize'
      readonly wave: string
      readonly spans: readonly TimeSpan[]
      readonly model: SpeechModel
      /** Base language tag, if known. */
      readonly language: string | null
    }
  | { readonly task: 'speakers'; readonly wave: string; readonly models: SpeakerModels }

/** Reply of the process. `loaded` comes before the others: the model is loaded. */
export type EngineReply =
  | 'loaded'
  | { readonly spans: readonly TimeSpan[] }
  | { readonly recognized: readonly RecognizedSpan[] }
  | { readonly turns: readonly SpeakerTurn[] }
  | { readonly fault: string }

export interface RecognizedSpan {
  readonly text: string
  /** Seconds from the start of the recording. */
  readonly start: number
  readonly end: number
  /** Empty if the model returns no times. */
  readonly words: readonly HeardWord[]
  /** Base language tag, if the model detects it. */
  readonly language: string | null
}

type Result<Task extends EngineRequest['task']> = {
  speech: readonly TimeSpan[]
  recognize: readonly RecognizedSpan[]
  speakers: readonly SpeakerTurn[]
}[Task]

/** Maximum length of the messages of the native code that are logged if a model can't be loaded. */
const MESSAGE_MAX = 500

export interface SpeechEngine {
  /** @throws TranscriberFault, or the reason of the signal */
  request<Task extends EngineRequest['task']>(
    request: Extract<EngineRequest, { task: Task }>,
    signal: AbortSignal,
  ): Promise<Result<Task>>
  /** Ends the process. */
  end(): Promise<void>
}

/** @param url another process, for tests */
export function startEngine(
  log: Pick<Log, 'error'>,
  url: URL = new URL('./engine.process.ts', import.meta.url),
): SpeechEngine {
  const child = fork(fileURLToPath(url), {
    // No settings of the service, which contain secrets.
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const gone = child.exitCode === null ? once(child, 'close').catch(() => []) : Promise.resolve([])
  /** Messages of the native code before its model is loaded. Later ones could contain words of the recording. */
  let messages = ''
  let isLoaded = false
  child.stderr?.on('data', (part: Buffer) => {
    if (!isLoaded) messages = `${messages}${part.toString()}`.slice(-MESSAGE_MAX)
  })

  function describeEnd(): TranscriberFault {
    if (isLoaded) return new TranscriberFault('unavailable', 'the process of the speech engine ended')
    log.error({ messages }, 'the speech engine could not load its model')
    return new TranscriberFault('wrong', "the speech engine can't load its model")
  }

  return {
    async request<Task extends EngineRequest['task']>(
      request: Extract<EngineRequest, { task: Task }>,
      signal: AbortSignal,
    ) {
      signal.throwIfAborted()
      isLoaded = false
      messages = ''
      const reply = await waitForReply(child, request, signal, {
        gone,
        loaded: () => {
          isLoaded = true
        },
        describeEnd,
      })
      return reply as Result<Task>
    },
    async end() {
      child.kill('SIGKILL')
      await gone
    },
  }
}

function waitForReply(
  child: ChildProcess,
  request: EngineRequest,
  signal: AbortSignal,
  { gone, loaded, describeEnd }: { gone: Promise<unknown>; loaded: () => void; describeEnd: () => TranscriberFault },
): Promise<unknown> {
  return new Promise((done, fail) => {
    let isPending = true
    const complete = (outcome: () => void) => {
      isPending = false
      child.off('message', handleReply).off('error', handleFault)
      signal.removeEventListener('abort', stop)
      outcome()
    }
    const handleReply = (reply: EngineReply) => {
      if (reply === 'loaded') loaded()
      else if ('fault' in reply) complete(() => fail(new TranscriberFault('wrong', reply.fault)))
      else complete(() => done('spans' in reply ? reply.spans : 'turns' in reply ? reply.turns : reply.recognized))
    }
    // The process can't be started, or has ended before it read the request.
    const handleFault = () => isPending && complete(() => fail(describeEnd()))
    const stop = () => complete(() => fail(signal.reason as Error))
    child.on('message', handleReply).on('error', handleFault)
    void gone.then(handleFault)
    signal.addEventListener('abort', stop)
    child.send(request, (error) => {
      if (error !== null) handleFault()
    })
  })
}

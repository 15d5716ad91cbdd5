/** The parts of `sherpa-onnx-node` that Parley uses, with types. The package has none that TypeScript reads. */
import { createRequire } from 'node:module'

export interface SherpaSamples {
  readonly samples: Float32Array
  readonly sampleRate: number
}

export interface SherpaResult {
  readonly text: string
  readonly lang: string
  readonly tokens: readonly string[]
  readonly timestamps: readonly number[]
  readonly durations: readonly number[]
}

interface Stream {
  acceptWaveform(sound: SherpaSamples): void
  inputFinished?(): void
}

/** Library with the classes of `sherpa-onnx.js`. Constructors end the process if a model can't be loaded. */
export interface Sherpa {
  readonly Vad: new (
    config: object,
    bufferSeconds: number,
  ) => {
    acceptWaveform(samples: Float32Array): void
    isEmpty(): boolean
    /** @param isExternal whether samples are in memory that the library owns */
    front(isExternal: boolean): { readonly start: number; readonly samples: Float32Array }
    pop(): void
    flush(): void
  }
  readonly OfflineRecognizer: new (
    config: object,
  ) => {
    createStream(): Stream
    decode(stream: Stream): void
    getResult(stream: Stream): SherpaResult
  }
  readonly OfflineSpeakerDiarization: new (
    config: object,
  ) => {
    process(
      samples: Float32Array,
    ): readonly { readonly start: number; readonly end: number; readonly speaker: number }[]
  }
  readonly SpeakerEmbeddingExtractor: new (
    config: object,
  ) => {
    createStream(): Stream
    isReady(stream: Stream): boolean
    compute(stream: Stream, isExternal: boolean): Float32Array
  }
}

/** @throws Error if the package has no native code for this platform */
export const loadSherpa = (): Sherpa => createRequire(import.meta.url)('sherpa-onnx-node') as Sherpa

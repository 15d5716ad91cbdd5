/**
 * Process of sherpa-onnx. It reads a WAV file, and answers one request after the other: where somebody speaks, what is
 * said, and who speaks. It is a process rather than a thread, because the native code ends its process when it can't load a
 * model.
 */
import { availableParallelism } from 'node:os'
import { setImmediate as breathe } from 'node:timers/promises'
import { splitIntoSoundWindows, type TimeSpan } from '../../media/sound-windows.ts'
import { RATE, readSamples } from '../../media/wave.ts'
import { lowerThreadPriority } from '../../workers/thread-priority.ts'
import type { EngineReply, EngineRequest, RecognizedSpan } from './engine.ts'
import { loadSherpa, type SherpaResult } from './library.ts'
import { toRecognizerConfig } from './recognizer-config.ts'
import { createSpeakerDetector } from './speaker-detector.ts'
import { findVoiceModel } from './voice-model.ts'
import { normalizeCase, toWords } from './words.ts'

/** Maximum length of a window in seconds. Whisper reads 30 seconds. */
const WINDOW_SECONDS = 28
/** Pause that ends a span of speech, and the minimum length of one, in seconds. */
const [PAUSE_SECONDS, SPEECH_SECONDS] = [0.4, 0.2]
/** Time after speech that still belongs to it, in seconds: last sounds of words are soft. */
const AFTER_SECONDS = 0.2
/** Length from which shorter pauses end a span, in seconds. */
const LONG_SECONDS = 20
/** Input of the voice activity model in samples. */
const FRAME = 512
/** Samples between two breaks, in which the process handles messages: a minute. */
const BREAK = 60 * RATE

// Before the libraries are loaded, because they start further threads.
lowerThreadPriority()
const sherpa = loadSherpa()
/** Leaves a core for requests. */
const numThreads = Math.max(1, availableParallelism() >> 1)

const postReply = (reply: EngineReply) => process.send?.(reply)

// The service has ended.
process.on('disconnect', () => process.exit())
process.on('message', (request: EngineRequest) => {
  handle(request).then(postReply, (error: Error) => postReply({ fault: `the speech engine failed: ${error.name}` }))
})

function handle(request: EngineRequest): Promise<EngineReply> {
  switch (request.task) {
    case 'speech':
      return findSpeech(request.wave).then((spans) => ({ spans }))
    case 'recognize':
      return recognize(request).then((recognized) => ({ recognized }))
    case 'speakers':
      return findSpeakers(request).then((turns) => ({ turns }))
  }
}

async function findSpeech(wave: string): Promise<TimeSpan[]> {
  const vad = new sherpa.Vad(
    {
      sileroVad: {
        ...{ model: findVoiceModel(), threshold: 0.5, windowSize: FRAME },
        ...{ minSilenceDuration: PAUSE_SECONDS, minSpeechDuration: SPEECH_SECONDS, maxSpeechDuration: LONG_SECONDS },
      },
      ...{ sampleRate: RATE, numThreads: 1, debug: 0 },
    },
    2 * LONG_SECONDS,
  )
  postReply('loaded')
  const spans: TimeSpan[] = []
  const take = () => {
    for (; !vad.isEmpty(); vad.pop()) {
      const { start, samples } = vad.front(false)
      spans.push({ start: start / RATE, end: (start + samples.length) / RATE })
    }
  }
  for await (const samples of readSamples(wave)) {
    for (let at = 0; at < samples.length; at += FRAME) vad.acceptWaveform(samples.subarray(at, at + FRAME))
    take()
    await breathe()
  }
  vad.flush()
  take()
  return spans.map(({ start, end }, index) => ({
    start,
    end: Math.min(end + AFTER_SECONDS, spans[index + 1]?.start ?? Number.POSITIVE_INFINITY),
  }))
}

async function recognize({ wave, spans, model, language }: Extract<EngineRequest, { task: 'recognize' }>) {
  const recognizer = new sherpa.OfflineRecognizer(toRecognizerConfig(model, language, numThreads))
  postReply('loaded')
  const recognized: RecognizedSpan[] = []
  for await (const { samples, offset } of splitIntoSoundWindows(readSamples(wave), {
    spans,
    seconds: WINDOW_SECONDS,
  })) {
    const stream = recognizer.createStream()
    stream.acceptWaveform({ samples, sampleRate: RATE })
    recognizer.decode(stream)
    const told = recognizer.getResult(stream)
    const text = cleanText(told.text)
    if (text !== '') recognized.push(toRecognized(told, text, { offset, length: samples.length / RATE }))
    await breathe()
  }
  const texts = normalizeCase(recognized.map(({ text }) => text))
  return recognized.map((span, index) => ({ ...span, text: texts[index] ?? span.text }))
}

function toRecognized(told: SherpaResult, text: string, window: { offset: number; length: number }): RecognizedSpan {
  const words = toWords(told, window).map((word) => ({ ...word, text: cleanText(word.text) }))
  return {
    text,
    start: words[0]?.start ?? window.offset,
    end: words.at(-1)?.end ?? window.offset + window.length,
    words,
    // SenseVoice returns `<|en|>`, Whisper `en`.
    language: /[a-z]{2,3}/.exec(told.lang)?.[0] ?? null,
  }
}

async function findSpeakers({ wave, models }: Extract<EngineRequest, { task: 'speakers' }>) {
  const detector = createSpeakerDetector(sherpa, models, numThreads)
  postReply('loaded')
  let passed = 0
  for await (const samples of readSamples(wave)) {
    detector.add(samples)
    passed += samples.length
    if (passed >= BREAK) {
      passed = 0
      await breathe()
    }
  }
  return detector.finish()
}

/** Text that a text column can hold. */
const cleanText = (text: string) => text.toWellFormed().replaceAll('\u0000', '').trim()

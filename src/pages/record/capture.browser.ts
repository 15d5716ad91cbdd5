/**
 * Sound of a call: the microphone, another tab of the browser, or both. With both, the recording has two channels: the
 * microphone on the left and the tab on the right, so that the speakers of each side are known without a model.
 */
import { t } from '../../inbound/web/languages/messages.browser.ts'

/** Format of recordings. Chromium and Firefox record it, and Safari since version 18.4. */
export const FORMAT = 'audio/webm;codecs=opus'
/** Bits per second of one channel. Opus needs about this for clear speech. */
const CHANNEL_BITS = 48_000
/** Milliseconds after which the browser returns the next part. */
const PART_MS = 5_000

export type Source = 'microphone' | 'tab'

/** Failure with a text for the user. */
export class CaptureError extends Error {}

export interface Capture {
  readonly recorder: MediaRecorder
  /** Loudness of a source between 0 and 1. */
  level(source: Source): number
  stop(): void
}

/** Reason why this browser can't record; undefined if it can. */
export function findObstacle(): string | undefined {
  if (!window.isSecureContext) return t('Browsers record only pages that are opened with https, or on this computer.')
  if (typeof MediaRecorder === 'undefined' || !MediaRecorder.isTypeSupported(FORMAT))
    return t("This browser can't record WebM audio. Use a current version of Chrome, Edge, Firefox or Safari.")
  return undefined
}

export const canRecordTab = (): boolean => typeof navigator.mediaDevices?.getDisplayMedia === 'function'

/**
 * Opens the sources. The user chooses the tab in a dialog of the browser.
 * @param onEnded gets a source that ended by itself, for example because the user closed the tab
 * @throws CaptureError if a source isn't available
 */
export async function openCapture(sources: readonly Source[], onEnded: (source: Source) => void): Promise<Capture> {
  const streams: MediaStream[] = []
  const stopStreams = () => {
    for (const stream of streams) for (const track of stream.getTracks()) track.stop()
  }
  try {
    // The dialog of the tab needs the click of the user, which browsers forget after some seconds.
    const opened = new Map<Source, MediaStream>()
    for (const source of ['tab', 'microphone'] as const) {
      if (!sources.includes(source)) continue
      const stream = source === 'tab' ? await openTab() : await openMicrophone()
      streams.push(stream)
      opened.set(source, stream)
      for (const track of stream.getAudioTracks()) track.addEventListener('ended', () => onEnded(source))
    }
    return connect(opened, stopStreams)
  } catch (error) {
    stopStreams()
    throw error
  }
}

async function openMicrophone(): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true } })
  } catch (error) {
    if ((error as DOMException).name === 'NotFoundError')
      throw new CaptureError(t('No microphone was found. Connect one, then start again.'))
    throw new CaptureError(t('The browser blocks the microphone. Allow it in the address bar, then start again.'))
  }
}

async function openTab(): Promise<MediaStream> {
  let stream: MediaStream
  try {
    // Browsers share no sound without a picture.
    stream = await navigator.mediaDevices.getDisplayMedia({ video: true, audio: true })
  } catch {
    throw new CaptureError(t('No tab was shared. Start again and choose the tab of the meeting.'))
  }
  if (stream.getAudioTracks().length === 0) {
    for (const track of stream.getTracks()) track.stop()
    throw new CaptureError(
      t('The tab was shared without its sound. Start again and turn on the sound of the tab in the dialog.'),
    )
  }
  for (const track of stream.getVideoTracks()) track.stop()
  return stream
}

function connect(opened: ReadonlyMap<Source, MediaStream>, stopStreams: () => void): Capture {
  const context = new AudioContext()
  // Some browsers create it suspended.
  void context.resume()
  const target = context.createMediaStreamDestination()
  target.channelCount = opened.size
  const merger = context.createChannelMerger(opened.size)
  const meters = new Map<Source, AnalyserNode>()
  let channel = 0
  for (const source of ['microphone', 'tab'] as const) {
    const stream = opened.get(source)
    if (stream === undefined) continue
    const node = context.createMediaStreamSource(stream)
    const mono = new GainNode(context, { channelCount: 1, channelCountMode: 'explicit' })
    const meter = new AnalyserNode(context, { fftSize: 1_024 })
    node.connect(mono).connect(meter)
    mono.connect(merger, 0, channel++)
    meters.set(source, meter)
  }
  merger.connect(target)
  const recorder = new MediaRecorder(target.stream, {
    mimeType: FORMAT,
    audioBitsPerSecond: CHANNEL_BITS * opened.size,
  })
  return {
    recorder,
    level: (source) => readLevel(meters.get(source)),
    stop() {
      stopStreams()
      void context.close()
    },
  }
}

export const startRecorder = ({ recorder }: Capture): void => recorder.start(PART_MS)

function readLevel(meter: AnalyserNode | undefined): number {
  if (meter === undefined) return 0
  const samples = new Float32Array(meter.fftSize)
  meter.getFloatTimeDomainData(samples)
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
  // Speech has a level of about 0.03 to 0.3.
  return Math.min(1, Math.sqrt(power) * 4)
}

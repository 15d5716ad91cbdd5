/** Time limit of a transcription, together with the signal of its job. */
import { TranscriberFault } from '../../core/transcriber.ts'

/**
 * @param given signal of the job
 * @throws TranscriberFault `unavailable` after the time limit; the reason of the given signal
 */
export async function limitTime<Result>(
  timeoutSeconds: number,
  given: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  given.throwIfAborted()
  const signal = AbortSignal.any([given, AbortSignal.timeout(timeoutSeconds * 1_000)])
  try {
    return await work(signal)
  } catch (error) {
    given.throwIfAborted()
    if (signal.aborted) throw new TranscriberFault('unavailable', 'it took too long')
    throw error
  }
}

/** `en-GB` → `en`, because models and servers support only the language. */
export const toBaseLanguage = (language: string | null): string | null =>
  language?.toLowerCase().split('-', 1)[0] ?? null

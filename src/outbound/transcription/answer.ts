/**
 * Parses responses of servers with the protocol of OpenAI: `verbose_json`, `diarized_json` or `json`, with decreasing
 * numbers of fields.
 */
import { z } from 'zod'
import { type HeardTranscript, TranscriberFault } from '../../core/transcriber.ts'
import type { FormAnswer } from '../http/post-form.ts'

/** Maximum number of segments, far above any recording. Protects memory against malicious responses. */
const SEGMENTS_MAX = 100_000
const WORDS_MAX = 1_000_000

const time = z.number().min(0).max(1_000_000)

const answer = z.object({
  text: z.string().optional(),
  language: z.string().max(64).nullish(),
  segments: z
    .array(
      z.object({
        text: z.string(),
        start: time.nullish(),
        end: time.nullish(),
        speaker: z.union([z.string(), z.number()]).nullish(),
      }),
    )
    .max(SEGMENTS_MAX)
    .nullish(),
  words: z
    .array(z.object({ word: z.string(), start: time, end: time }))
    .max(WORDS_MAX)
    .nullish(),
})

/** @throws TranscriberFault `wrong` */
export function readHeard(body: string): HeardTranscript {
  const told = answer.safeParse(parseJsonBody(body))
  if (!told.success) throw new TranscriberFault('wrong', 'its response has an unknown format')
  const { text, segments, words, language } = told.data
  if (text === undefined && (segments ?? undefined) === undefined) {
    throw new TranscriberFault('wrong', 'its response contains no text')
  }
  const timed = (segments ?? []).map((segment) => ({
    text: cleanText(segment.text),
    ...inOrder(segment.start ?? null, segment.end ?? null),
    speaker:
      segment.speaker === null || segment.speaker === undefined ? null : cleanText(String(segment.speaker)) || null,
  }))
  const untimed = [{ text: cleanText(text ?? ''), start: null, end: null, speaker: null }]
  return {
    segments: (timed.length > 0 ? timed : untimed).filter((segment) => segment.text !== ''),
    words: (words ?? []).map(({ word, start, end }) => ({ text: cleanText(word), start, end: Math.max(start, end) })),
    language: language === null || language === undefined ? null : toLanguageTag(language),
  }
}

/** Whether the server rejected the requested response format. */
export const mentionsFormat = ({ status, body }: FormAnswer): boolean =>
  (status === 400 || status === 422) && /response_format|timestamp_granularit/.test(body.slice(0, 16_384))

function parseJsonBody(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Text that a text column can hold. */
const cleanText = (text: string) => text.toWellFormed().replaceAll('\u0000', '').trim()

const inOrder = (start: number | null, end: number | null) => ({
  start,
  end: start !== null && end !== null && end < start ? start : end,
})

/** Language tag. Some servers return the tag, `en`, others the English name, `english`. */
function toLanguageTag(language: string): string | null {
  const told = language.trim().toLowerCase()
  if (/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/.test(told)) return told
  names ??= namesOfLanguages()
  return names.get(told) ?? null
}

let names: ReadonlyMap<string, string> | undefined

function namesOfLanguages(): ReadonlyMap<string, string> {
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const english = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
  return new Map(
    letters.flatMap((first) =>
      letters.flatMap((second): [string, string][] => {
        const name = english.of(first + second)
        return name === undefined ? [] : [[name.toLowerCase(), first + second]]
      }),
    ),
  )
}

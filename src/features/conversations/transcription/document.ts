/**
 * Converts the output of a transcriber to a transcript. Words get their times from the word list and their spelling
 * from the text.
 */
import type { HeardSegment, HeardTranscript, HeardWord } from '../../../core/transcriber.ts'
import { splitText } from '../../text/sentences/index.ts'
import type { Segment, TranscriptDocument, Word } from '../../text/transcripts/index.ts'
import { LIMITS } from '../../text/transcripts/index.ts'

const FORMAT = 'transcriber'

/** Maximum distance in which a word is searched in the word list. */
const LOOK_AHEAD = 8
/** Minimum ratio of words with a time for a transcript with word times (form V2). */
const TIMED_SHARE = 0.8

export function toTranscriptDocument(heard: HeardTranscript): TranscriptDocument {
  const segments = heard.segments.flatMap((one) => (one.start === null ? splitUntimedSegment(one) : [one]))
  const said = segments.slice(0, LIMITS.segments)
  const timed = alignWords(said, heard.words)
  const about = { format: FORMAT, ...(heard.language === null ? {} : { language: heard.language }) }
  return timed === undefined
    ? { ...about, form: 'V1', segments: said.map((one) => toSegment(one, [toSingleWord(one)])) }
    : { ...about, form: 'V2', segments: said.map((one, i) => toSegment(one, timed[i] ?? [toSingleWord(one)])) }
}

function toSegment({ speaker, start, end }: HeardSegment, words: Word[]): Segment {
  const name = [...(speaker ?? '')].slice(0, LIMITS.nameLength).join('')
  return { speaker: { name }, start, end, words }
}

const toSingleWord = ({ text, start, end }: HeardSegment): Word => ({ text, startTimestamp: start, endTimestamp: end })

/** Splits a segment without times into sentences, so that a long text isn't one segment. */
function splitUntimedSegment(one: HeardSegment): HeardSegment[] {
  return splitText(one.text).map(({ from, to }) => ({ ...one, text: one.text.slice(from, to) }))
}

/**
 * Words of each segment with their times, if known.
 * @returns undefined if too few words have times
 */
function alignWords(segments: readonly HeardSegment[], heard: readonly HeardWord[]): Word[][] | undefined {
  if (heard.length === 0) return undefined
  const folded = heard.map(({ text }) => stripPunctuation(text))
  let next = 0
  let [known, all] = [0, 0]
  const words = segments.map(({ text }) =>
    text
      .split(/\s+/)
      .filter((word) => word !== '')
      .map((word): Word => {
        const wanted = stripPunctuation(word)
        if (wanted === '') return { text: word, startTimestamp: null, endTimestamp: null }
        all++
        const found = folded.slice(next, next + LOOK_AHEAD).indexOf(wanted)
        const time = found === -1 ? undefined : heard[next + found]
        if (time === undefined) return { text: word, startTimestamp: null, endTimestamp: null }
        known++
        next += found + 1
        return { text: word, startTimestamp: time.start, endTimestamp: time.end }
      }),
  )
  return all > 0 && known / all >= TIMED_SHARE ? words : undefined
}

/** Letters and digits of a word, because word lists omit punctuation. */
const stripPunctuation = (word: string) => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

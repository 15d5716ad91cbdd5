/** From what was heard to a transcript: words take their times from the list of words, and their spelling from the text. */
import type { Heard, HeardSegment, HeardWord } from '../../core/transcriber.ts'
import type { Segment, TranscriptDocument, Word } from '../transcripts/index.ts'
import { LIMITS } from '../transcripts/index.ts'

const FORMAT = 'transcriber'

/** How far ahead a word is looked for in the list. */
const LOOK_AHEAD = 8
/** Words of which a time must be known for the transcript to count as one with a time a word. */
const TIMED_SHARE = 0.8

export function documentOf(heard: Heard): TranscriptDocument {
  const segments = heard.segments.flatMap((one) => (one.start === null ? sentencesOf(one) : [one]))
  const said = segments.slice(0, LIMITS.segments)
  const timed = wordsOf(said, heard.words)
  const about = { format: FORMAT, ...(heard.language === null ? {} : { language: heard.language }) }
  return timed === undefined
    ? { ...about, form: 'V1', segments: said.map((one) => segmentOf(one, [wholeOf(one)])) }
    : { ...about, form: 'V2', segments: said.map((one, i) => segmentOf(one, timed[i] ?? [wholeOf(one)])) }
}

function segmentOf({ speaker, start, end }: HeardSegment, words: Word[]): Segment {
  const name = [...(speaker ?? '')].slice(0, LIMITS.nameLength).join('')
  return { speaker: { name }, start, end, words }
}

const wholeOf = ({ text, start, end }: HeardSegment): Word => ({ text, startTimestamp: start, endTimestamp: end })

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Without times, so that a long text is not one segment. */
function sentencesOf(one: HeardSegment): HeardSegment[] {
  return [...sentences.segment(one.text)]
    .map(({ segment }) => ({ ...one, text: segment.trim() }))
    .filter(({ text }) => text !== '')
}

/**
 * The words of each segment with their times, where these are known; the others have none.
 * @returns undefined when too few are known
 */
function wordsOf(segments: readonly HeardSegment[], heard: readonly HeardWord[]): Word[][] | undefined {
  if (heard.length === 0) return undefined
  const folded = heard.map(({ text }) => bare(text))
  let next = 0
  let [known, all] = [0, 0]
  const words = segments.map(({ text }) =>
    text
      .split(/\s+/)
      .filter((word) => word !== '')
      .map((word): Word => {
        const wanted = bare(word)
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

/** Letters and digits alone: lists of words leave the punctuation out. */
const bare = (word: string) => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

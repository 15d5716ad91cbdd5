/** Judges what a reader made of a sample by the conversation that the sample was written from. */
import { type Segment, segmentText, type TranscriptDocument } from '../../features/text/transcripts/index.ts'
import type { HeadMember, Sample } from './sample.ts'
import { allWords, type Truth, type TruthWord } from './truth.ts'

/** Faults by part; a part without a fault is right. */
export interface Verdict {
  readonly text?: string
  readonly speakers?: string
  readonly times?: string
  readonly head?: string
}

export const isRight = (verdict: Verdict): boolean => Object.keys(verdict).length === 0

interface JudgeOptions {
  /** Whether the source ends early: then the words must be the first ones, and the last segment can end early. */
  readonly truncated?: boolean
}

interface Span {
  readonly segment: Segment
  readonly words: readonly TruthWord[]
  readonly isLast: boolean
}

/** Number of words at the end of a file that ends early that can be a part of a name, or of a word. */
const CUT_WORDS = 3

/** Tolerance of times in seconds, in addition to the precision of the form. */
const TOLERANCE = 0.0021

export function judge(document: TranscriptDocument, truth: Truth, sample: Sample, options: JudgeOptions = {}): Verdict {
  const inOrder = allWords(truth)
  const [firstRead] = document.segments.map((segment) => segment.words[0]?.text.split(/\s/)[0])
  // Forms by channel are sorted by time, others keep the order of the source.
  const expected = firstRead === inOrder[0]?.text ? inOrder : inOrder.toSorted((a, b) => a.start - b.start)
  const said = document.segments.map((segment) => segmentText(segment).trim().split(/\s+/))
  const read = said.flat()
  const isCut = (i: number) => options.truncated === true && i >= read.length - CUT_WORDS
  const isPrefix = read.every((word, i) => word === expected[i]?.text || isCut(i))
  if (!isPrefix || (options.truncated !== true && read.length !== expected.length)) {
    const at = read.findIndex((word, i) => word !== expected[i]?.text)
    return { text: `word ${at} of ${expected.length} differs: ${read.slice(at, at + 4).join(' ')}` }
  }
  let from = 0
  const spans = document.segments.map((segment, i): Span => {
    const length = said[i]?.length ?? 0
    const words = expected.slice(from, from + length)
    from += length
    return { segment, words, isLast: i === document.segments.length - 1 }
  })
  const speakers = judgeSpeakers(spans, truth, sample, options)
  const times = judgeTimes(spans, truth, sample, options)
  const head = options.truncated === true ? undefined : judgeHead(document, truth, sample)
  return {
    ...(speakers === undefined ? {} : { speakers }),
    ...(times === undefined ? {} : { times }),
    ...(head === undefined ? {} : { head }),
  }
}

function judgeSpeakers(
  spans: readonly Span[],
  truth: Truth,
  sample: Sample,
  { truncated = false }: JudgeOptions,
): string | undefined {
  const labels = new Map<number, string>()
  for (const { segment, words: all, isLast } of spans) {
    // The last word of a file that ends early can be the start of a name.
    const words = truncated && isLast ? all.slice(0, -CUT_WORDS) : all
    const { name, id = '' } = segment.speaker
    if (sample.speakers === 'none') {
      if (name !== '') return `a speaker was invented: ${name}`
      continue
    }
    const [first] = words
    if (first === undefined) continue
    if (words.some((word) => word.person !== first.person)) return 'a segment joins two people'
    const expected = truth.people[first.person]?.name ?? null
    if (sample.speakers === 'names' && expected !== null && name !== expected)
      return `${expected} became ${name || 'nobody'}`
    if (expected !== null && name === '') return 'a speaker was lost'
    const others = truth.people.filter((person) => person.name !== null).map((person) => person.name)
    if (sample.speakers === 'names' && expected === null && others.includes(name))
      return `a nameless person became ${name}`
    const label = name === '' ? '' : `${id} ${name}`
    const known = labels.get(first.person)
    if (known !== undefined && known !== label) return `one person has two labels: ${known}, ${label}`
    labels.set(first.person, label)
  }
  const present = [...labels.values()].filter((label) => label !== '')
  return new Set(present).size === present.length ? undefined : 'two people have one label'
}

function judgeTimes(
  spans: readonly Span[],
  truth: Truth,
  sample: Sample,
  { truncated = false }: JudgeOptions,
): string | undefined {
  const [firstWord] = allWords(truth)
  const zero = sample.zeroIsFirst === true ? (firstWord?.start ?? 0) : 0
  const tolerance = (sample.precision ?? 0) + TOLERANCE
  const differs = (time: number, expected: number) => Math.abs(time - (expected - zero)) > tolerance
  for (const { segment, words, isLast } of spans) {
    const { start, end } = segment
    const [first, last] = [words[0], words.at(-1)]
    if (first === undefined || last === undefined) continue
    if (sample.times === 'none') {
      if (start !== null || end !== null) return 'a time was invented'
      continue
    }
    if (start === null && sample.times !== 'some') return 'a start was lost'
    if (start !== null && differs(start, first.start)) return `the start ${start} should be ${first.start - zero}`
    if (truncated && isLast) continue
    if (end === null && sample.times === 'both') return 'an end was lost'
    if (end !== null && sample.times === 'both' && differs(end, last.end))
      return `the end ${end} should be ${last.end - zero}`
    for (const [i, word] of segment.words.entries()) {
      const expected = segment.words.length === words.length ? words[i] : undefined
      if (word.startTimestamp !== null && expected !== undefined && differs(word.startTimestamp, expected.start)) {
        return `the word ${i} starts at ${word.startTimestamp}, not ${expected.start - zero}`
      }
    }
  }
  return undefined
}

function judgeHead(document: TranscriptDocument, truth: Truth, sample: Sample): string | undefined {
  const missing = (sample.head ?? []).filter((key) => !isHeadRight(key, document, truth, sample))
  return missing.length === 0 ? undefined : missing.join(', ')
}

function isHeadRight(key: HeadMember, document: TranscriptDocument, truth: Truth, sample: Sample): boolean {
  const [first] = allWords(truth)
  switch (key) {
    case 'title':
      return document.title === truth.title
    case 'externalId':
      return document.externalId === truth.id
    case 'language':
      return document.language?.toLowerCase().startsWith('en') === true && document.language !== 'english'
    case 'durationSeconds':
      return document.durationSeconds === truth.durationSeconds
    case 'startedAt': {
      const expected = Date.parse(truth.startedAt) + (sample.zeroIsFirst === true ? (first?.start ?? 0) * 1000 : 0)
      return Math.abs(Date.parse(document.startedAt ?? '') - expected) <= (sample.precision ?? 0.002) * 1000 + 1
    }
    case 'parties':
      return truth.people.every(
        ({ name, email }, i) =>
          name === null ||
          !truth.turns.some((turn) => turn.person === i) ||
          document.parties?.some((party) => party.name === name || party.email === email) === true,
      )
  }
}

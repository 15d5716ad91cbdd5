import { type Segment, type Speaker, TranscriptFault, type Word } from '../model.ts'
import { collector } from './collect.ts'
import { asArray, asObject, isObject, type JsonObject, member } from './json-value.ts'
import { computeBounds, readSpeaker, readWords } from './read-units.ts'
import type { Transcript } from './vcon-parts.ts'

export function isDeepgram(body: unknown): body is JsonObject {
  const results = isObject(body) ? member(body, 'results') : undefined
  return isObject(results) && Array.isArray(member(results, 'channels'))
}

/**
 * Reads a Deepgram response for a recording, as in the example of the vCon draft. A segment is a paragraph if the
 * response has paragraphs, otherwise a run of words of one speaker. Segments of several channels are sorted by start.
 * @param speakers speakers of the channels, if the vCon names them
 */
export function readDeepgram(body: JsonObject, at: string, speakers: readonly (Speaker | undefined)[]): Transcript {
  const results = asObject(member(body, 'results'), `${at}/results`)
  const channels = asArray(member(results, 'channels'), `${at}/results/channels`)
  const found: { segment: Segment; pointer: string }[] = []
  for (const [index, item] of channels.entries()) {
    const pointer = `${at}/results/channels/${index}`
    const [best] = asArray(member(asObject(item, pointer), 'alternatives') ?? [], `${pointer}/alternatives`)
    if (best === undefined) continue
    const place = `${pointer}/alternatives/0`
    const ofChannel = channels.length > 1 ? speakers[index] : undefined
    for (const segment of readChannel(asObject(best, place), place, ofChannel)) found.push({ segment, pointer: place })
  }
  if (channels.length > 1) found.sort((a, b) => (a.segment.start ?? 0) - (b.segment.start ?? 0))
  const collected = collector()
  for (const { segment, pointer } of found) collected.add(segment, { pointer })
  return { form: 'V2', segments: collected.segments }
}

function readChannel(best: JsonObject, at: string, ofChannel: Speaker | undefined): Segment[] {
  const list = member(best, 'words')
  if (list === undefined || list === null) {
    throw new TranscriptFault('The transcript has no words.', { pointer: `${at}/words` })
  }
  const words = readWords(list, `${at}/words`)
  const numbers = asArray(list, `${at}/words`).map((word) => (isObject(word) ? member(word, 'speaker') : undefined))
  const breaks = paragraphStarts(best, words.length)
  const segments: Segment[] = []
  let run: Word[] = []
  const close = (next: number) => {
    if (run.length === 0) return
    const speaker = ofChannel ?? readSpeaker(numbers[next - 1], `${at}/words/${next - 1}/speaker`)
    segments.push({ speaker: { ...speaker }, ...computeBounds(run), words: run })
    run = []
  }
  for (const [index, word] of words.entries()) {
    if (breaks.has(index) || (index > 0 && numbers[index] !== numbers[index - 1])) close(index)
    run.push(word)
  }
  close(words.length)
  return segments
}

/** Indexes of words that start paragraphs; empty if the paragraphs don't add up to the number of words. */
function paragraphStarts(best: JsonObject, count: number): Set<number> {
  const outer = member(best, 'paragraphs')
  const paragraphs = isObject(outer) ? member(outer, 'paragraphs') : undefined
  const starts = new Set<number>()
  if (!Array.isArray(paragraphs)) return starts
  let at = 0
  for (const paragraph of paragraphs) {
    starts.add(at)
    const size = isObject(paragraph) ? member(paragraph, 'num_words') : undefined
    at += typeof size === 'number' ? size : Number.NaN
  }
  return at === count ? starts : new Set()
}

import { type TranscriptDocument, TranscriptFault } from '../model.ts'
import { type Card, fromCards } from './cards.ts'
import { readCueBlocks } from './cue-blocks.ts'
import { isBlank, splitLines } from './lines.ts'
import { checkedTiming } from './timing.ts'

/**
 * Reads SubRip, which has no specification, as most players do. Cards are separated by blank lines, and the number is
 * optional. Milliseconds follow a comma or a point (the same within a line). Simple HTML tags are dropped.
 *
 * `Name:` names the speaker, see `labels.ts`. Podcasting guidelines write the name only if the speaker changes. If the
 * first card has a name and no name is repeated in consecutive cards, cards without a name belong to the previous
 * speaker.
 */
export function readSrt(source: string): TranscriptDocument {
  const cues = readCueBlocks(splitLines(source), 0, {
    isBlank,
    isTiming: isSrtTiming,
    isIdentifier: (line) => /^\d+$/.test(line.trim()),
    isSkipped: () => false,
    missing: 'A card must have its number and then a timing line such as 00:00:01,000 --> 00:00:02,500.',
  })
  return fromCards('srt', cues)
}

export function isSrtTiming(line: string): boolean {
  return /^\s*\d\S*\s*-->/.test(line)
}

const SBV_TIMING = /^(\d+:[^,\s]*),(\S*)\s*$/

export function isSbvTiming(line: string): boolean {
  return SBV_TIMING.test(line)
}

/**
 * Reads SubViewer as YouTube writes it: a line `start,end`, then text until the next blank line. An end before its
 * start, which some writers produce, is unknown (`null`) and not a fault.
 */
export function readSbv(source: string): TranscriptDocument {
  const lines = splitLines(source)
  const cards: Card[] = []
  for (let i = 0; i < lines.length; i++) {
    if (isBlank(lines[i] ?? '')) continue
    const match = SBV_TIMING.exec(lines[i] ?? '')
    const line = i + 1
    if (match === null)
      throw new TranscriptFault('A card must have a timing line such as 0:00:01.000,0:00:02.500.', { line })
    const { start, end } = checkedTiming(match[1] ?? '', match[2] ?? '', line)
    const from = i + 1
    while (i + 1 < lines.length && !isBlank(lines[i + 1] ?? '')) i++
    cards.push({ line, start, end: end < start ? null : end, text: lines.slice(from, i + 1).join('\n') })
  }
  return fromCards('sbv', cards)
}

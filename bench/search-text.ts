/**
 * Talk that nobody held: words of a made-up language in the proportions of a real one. A few words are said all the time
 * and most hardly ever (Zipf), every conversation goes through a few topics, and each topic has words of its own. What
 * search has to do with it depends on these proportions, not on what words mean.
 */
import { seeded } from './seeded.ts'

const VOCABULARY = 30_000
const TOPICS = 500
const WORDS_OF_TOPIC = 60
const TOPICS_OF_CONVERSATION = 4
/** Segments of a conversation: a hundred passages, less one. */
const SEGMENTS = 400
export const PASSAGES_OF_CONVERSATION = SEGMENTS / 4 - 1
const SPEAKERS = ['Ana Reyes', 'Ben Carter', 'Chidi Obi', 'Dora Lind', 'Emre Kaya', 'Fay Moreau']
const SMALL = 'the a and to of in it that is was for on you we so but they have this with as what at be do'.split(' ')
const SYLLABLES =
  'ba ce di fo gu ha ke li mo nu pa re si to vu wa ze bri clo dre fla gri ple sta tro vel mor tan lin ser'.split(' ')

const random = seeded(7)
const vocabulary = wordsOfLanguage(VOCABULARY)
/** The most usual words belong to no topic. */
const topics = Array.from({ length: TOPICS }, () =>
  Array.from({ length: WORDS_OF_TOPIC }, () => vocabulary[200 + Math.floor(random() * (VOCABULARY - 200))] as string),
)

export interface TalkSegment {
  readonly speaker: string
  readonly text: string
  readonly start: number
  readonly end: number
}

/** The same one for the same number. */
export function talk(number: number): { title: string; segments: TalkSegment[] } {
  const chance = seeded(1_000 + number)
  const about = Array.from({ length: TOPICS_OF_CONVERSATION }, () => topics[Math.floor(chance() * TOPICS)] as string[])
  let at = 0
  const segments = Array.from({ length: SEGMENTS }, (_, index) => {
    const topic = about[Math.floor((index * about.length) / SEGMENTS)] as string[]
    const words = Array.from({ length: 5 + Math.floor(chance() * 18) }, () => wordSaid(chance, topic))
    const start = at
    at += words.length * 0.4
    const speaker = SPEAKERS[Math.floor(chance() * SPEAKERS.length)] as string
    return { speaker, text: `${words.join(' ')}.`, start: rounded(start), end: rounded(at) }
  })
  return { title: `Conversation ${number}`, segments }
}

/** Questions about topics: a few words of one, some of them usual, in the manner people ask. */
export function questions(count: number): string[] {
  const chance = seeded(99)
  return Array.from({ length: count }, () => {
    const topic = topics[Math.floor(chance() * TOPICS)] as string[]
    const words = Array.from({ length: 2 + Math.floor(chance() * 3) }, () => topic[rank(chance, topic.length)])
    const usual = vocabulary[rank(chance, VOCABULARY)]
    return `What did they say about ${words.join(' ')} and ${usual}?`
  })
}

/** Texts of the passages, as the service cuts them on the whole: eight segments, four of them anew. */
export function* passageTexts(conversations: number): Generator<string> {
  for (let number = 0; number < conversations; number++) {
    const { segments } = talk(number)
    for (let from = 0; from + 4 < segments.length; from += 4) {
      yield segments
        .slice(from, from + 8)
        .map(({ text }) => text)
        .join(' ')
    }
  }
}

function wordSaid(chance: () => number, topic: readonly string[]): string {
  const kind = chance()
  if (kind < 0.5) return SMALL[rank(chance, SMALL.length)] as string
  if (kind < 0.7) return topic[rank(chance, topic.length)] as string
  return vocabulary[rank(chance, VOCABULARY)] as string
}

/** A place in a list, drawn by Zipf's law: the tenth is drawn a tenth as often as the first. */
const rank = (chance: () => number, length: number): number => Math.floor((length + 1) ** chance()) - 1

function wordsOfLanguage(count: number): string[] {
  const words = new Set<string>()
  while (words.size < count) {
    // Usual words are short ones.
    const syllables = words.size < 500 ? 2 : words.size < 8_000 ? 3 : 4
    words.add(Array.from({ length: syllables }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join(''))
  }
  return [...words]
}

const rounded = (seconds: number) => Math.round(seconds * 10) / 10

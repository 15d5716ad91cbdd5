/** Search as it is meant, over a few passages in memory: what the index in the database is held against. */
import { fold } from '../core/fold.ts'
import type { SearchCriteria, TranscriptLine } from '../core/search.ts'
import { extractTerms } from '../core/terms.ts'

export interface ModelPassage {
  readonly textId: string
  readonly position: number
  readonly lines: readonly TranscriptLine[]
  readonly vector?: Float32Array
}

export interface ModelHit {
  readonly key: string
  readonly lexical: number
  readonly whole: number
  readonly semantic: number | null
}

const K1 = 1.2
const TEXT_K1 = 4
const B = 0.75
const USUAL_LENGTH = 80

/** Everything that fulfils the conditions, with both scores; by words and by meaning it is for the test to choose. */
export function searchModel(passages: readonly ModelPassage[], wanted: SearchCriteria): ModelHit[] {
  const terms = passages.map(({ lines }) => lines.flatMap(({ text }) => extractTerms(text)))
  const rarityAmong = (all: readonly (readonly string[])[], term: string) => {
    const holding = all.filter((some) => some.includes(term)).length
    return Math.log(1 + (all.length - holding + 0.5) / (holding + 0.5))
  }
  const rarity = (term: string) => rarityAmong(terms, term)
  const texts = Map.groupBy(passages.keys(), (i) => passages[i]?.textId ?? '')
  const termsOfTexts = [...texts.values()].map((own) => own.flatMap((i) => terms[i] ?? []))
  const worth = (some: readonly string[], term: string) => {
    const times = some.filter((other) => other === term).length
    return times / (times + K1 * (1 - B + (B * some.length) / USUAL_LENGTH))
  }
  const wholeOf = (textId: string, term: string) => {
    const own = texts.get(textId) ?? []
    const said = own.reduce((sum, i) => sum + worth(terms[i] ?? [], term), 0)
    const length = 1 - B + (B * own.length * texts.size) / passages.length
    return (rarityAmong(termsOfTexts, term) * said) / (said + TEXT_K1 * length)
  }
  return passages.flatMap((passage, i) => {
    const own = terms[i] ?? []
    if (!fulfils(passage, own, wanted)) return []
    return {
      key: `${passage.textId}/${passage.position}`,
      lexical: wanted.terms.reduce((sum, term) => sum + rarity(term) * worth(own, term), 0),
      whole: wanted.terms.reduce((sum, term) => sum + wholeOf(passage.textId, term), 0),
      semantic: wanted.vector === undefined ? null : cosine(passage.vector, wanted.vector.values),
    }
  })
}

function fulfils({ lines }: ModelPassage, terms: readonly string[], wanted: SearchCriteria): boolean {
  const text = ` ${terms.join(' ')} `
  const holds = (run: readonly string[]) => text.includes(` ${run.join(' ')} `)
  return (
    wanted.phrases.every(holds) &&
    !wanted.without.some(holds) &&
    (wanted.speakers.length === 0 ||
      lines.some(({ speaker }) => wanted.speakers.some((part) => fold(speaker).includes(part))))
  )
}

function cosine(one: Float32Array | undefined, other: Float32Array): number | null {
  return one === undefined ? null : one.reduce((sum, value, i) => sum + value * (other[i] ?? 0), 0)
}

/**
 * Learns the weights of the field extraction (`src/features/fields/extraction/weights.json`) from what people filed of
 * conversations. What they will be worth is told twice, by rounds: on conversations they were not learned from, and, which
 * is harder, on desks none of whose fields they were learned from. What is written is learned from all.
 *
 *   npm run train:fields -- [--data FOLDER] [--write]
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import {
  type ExtractedField,
  type ExtractionField,
  type ExtractionWeights,
  extractFields,
  GROUPS,
  getWeightGroup,
  type ScoredField,
  SIGNALS,
  scanTranscript,
  type TalkGiven,
} from '../src/features/fields/extraction/index.ts'
import { dataFolder } from './eval-data.ts'
import { DESKS, type Fielded, type Filed, type ItemGiven, isRight, readFielded } from './field-truth.ts'
import { type Choice, learnChoices } from './marginal-softmax.ts'
import { printTable } from './report.ts'
import { seeded, shuffled } from './seeded.ts'

const LEARNING = { steps: 150, rate: 0.2, decay: 3e-4, apart: 3e-3 }
const ROUNDS = 5
const WEIGHTS = new URL('../src/features/fields/extraction/weights.json', import.meta.url)

interface Asked {
  readonly conversation: Fielded
  readonly desk: string
  readonly item: ItemGiven
  readonly talk: TalkGiven
  readonly weighed: ScoredField
  readonly filed: { readonly last: Filed; readonly ever: readonly Filed[] } | undefined
}

const { values } = parseArgs({ options: { data: { type: 'string' }, write: { type: 'boolean', default: false } } })
const all = (await readFielded(dataFolder(values.data))).flatMap(asksOf)
for (const [what, key] of [
  ['conversations', ({ conversation }: Asked) => conversation.id],
  ['desks', ({ desk }: Asked) => desk],
] as const) {
  const keys = shuffled([...new Set(all.map(key))].toSorted(), seeded(1))
  const roundOf = (asked: Asked) => keys.indexOf(key(asked)) % ROUNDS
  const told = Array.from({ length: ROUNDS }, (_, round) => round).flatMap((round) => {
    const weights = learn(all.filter((asked) => roundOf(asked) !== round))
    return measured(
      all.filter((asked) => roundOf(asked) === round),
      weights,
    )
  })
  print(`On ${what} that were not learned from`, told)
}
if (values.write) {
  const learned = learn(all)
  const named = GROUPS.map((group) => [
    group,
    Object.fromEntries(
      SIGNALS.map((signal, at) => [signal, Math.round((learned[group][at] ?? 0) * 1e3) / 1e3] as const).filter(
        ([, weight]) => weight !== 0,
      ),
    ),
  ])
  await writeFile(WEIGHTS, `${JSON.stringify(Object.fromEntries(named), null, 2)}\n`)
}

function asksOf(conversation: Fielded): Asked[] {
  const { segments, startedAt, truth } = conversation
  const talk: TalkGiven = {
    segments: segments.map(({ speaker, text, start, end }) => ({
      ...{ speaker: { name: speaker }, start: start ?? null, end: end ?? null },
      words: [{ text, startTimestamp: null, endTimestamp: null }],
    })),
    saidOn: startedAt === undefined ? null : new Date(startedAt),
  }
  return [...truth].flatMap(([desk, filed]) => {
    const items = Object.entries(DESKS[desk] ?? {}).filter(([name]) => desk !== 'outcome' || filed.has(name))
    const { weighed } = scanTranscript(
      talk,
      items.map(([name, item]) => fieldOf(name, item)),
    )
    return items.map(([name, item], at): Asked => {
      return { conversation, desk, item, talk, weighed: weighed[at] as ScoredField, filed: filed.get(name) }
    })
  })
}

function fieldOf(id: string, item: ItemGiven): ExtractionField {
  return {
    ...{ id, title: item.title, prompt: item.contents, responseType: item.responseType, options: item.options ?? [] },
    ...{ maxValues: null, allowLongResponse: item.allowLongResponse ?? false },
  }
}

/** Right is what stood there in the end; where nobody said that, what ever stood there; else that nothing was said. */
function choiceOf({ weighed, item, filed }: Asked): Choice {
  const { rows, width, candidates, field } = weighed
  const right = new Float64Array(candidates.length + 1)
  for (const filings of filed === undefined || item.unsaid === true ? [] : [[filed.last], filed.ever]) {
    candidates.forEach(({ value }, at) => {
      right[at] = filings.some((one) => isRight(item, value, one)) ? 1 : 0
    })
    if (right.includes(1)) break
  }
  if (!right.includes(1)) right[candidates.length] = 1
  return { rows, width, right, group: GROUPS.indexOf(getWeightGroup(field)), weight: 1 }
}

function learn(from: readonly Asked[]): ExtractionWeights {
  const learned = learnChoices(from.map(choiceOf), GROUPS.length, LEARNING)
  return Object.fromEntries(GROUPS.map((group, at) => [group, learned[at]])) as unknown as ExtractionWeights
}

interface Told {
  readonly group: string
  readonly found: ExtractedField | undefined
  readonly isFiled: boolean
  readonly right: boolean
}

function measured(asks: readonly Asked[], weights: ExtractionWeights): Told[] {
  const groups = Map.groupBy(asks, ({ conversation, desk }) => `${conversation.id} ${desk}`)
  return [...groups.values()].flatMap((some) => {
    const fields = some.map(({ weighed }) => weighed.field)
    const found = extractFields((some[0] as Asked).talk, fields, undefined, weights)
    return some.map(({ weighed: { field }, item, filed }): Told => {
      const value = found.find(({ id }) => id === field.id)
      const right = value !== undefined && filed !== undefined && isRight(item, value.value, filed.last)
      return { group: getWeightGroup(field), found: value, isFiled: filed !== undefined, right }
    })
  })
}

function print(title: string, told: readonly Told[]): void {
  const share = (some: number, of: number) => (of === 0 ? '–' : (some / of).toFixed(3))
  printTable(
    title,
    ['fields', 'asked', 'filed', 'told', 'precision', 'recall'],
    ['all', ...GROUPS].map((group) => {
      const some = told.filter((one) => group === 'all' || one.group === group)
      const [found, right] = [some.filter((one) => one.found !== undefined), some.filter((one) => one.right)]
      const filed = some.filter(({ isFiled }) => isFiled).length
      return [
        group,
        some.length,
        filed,
        found.length,
        share(right.length, found.length),
        share(right.length, filed),
      ].map(String)
    }),
  )
  printTable(
    'of values told with a confidence of',
    ['from', 'to', 'values', 'right'],
    [0.5, 0.6, 0.7, 0.8, 0.9].map((from) => {
      const to = from === 0.9 ? 1 : from + 0.1
      const some = told.filter(({ found }) => found !== undefined && found.confidence >= from && found.confidence < to)
      return [
        from.toFixed(1),
        to.toFixed(1),
        String(some.length),
        share(some.filter(({ right }) => right).length, some.length),
      ]
    }),
  )
}

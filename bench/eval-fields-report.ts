/** What `eval:fields` prints of what it read. */
import { type Fielded, type Filed, type ItemGiven, isRight } from './field-truth.ts'
import { median, percentile, printTable } from './report.ts'

export interface Value {
  readonly value: unknown
  readonly source: 'ai' | 'rule' | 'human'
  readonly confidence: number
  readonly evidence: readonly { readonly quote: string; readonly segment: number }[]
}

/** An item that a conversation was asked for. */
export interface AskedOf {
  readonly conversation: Fielded
  readonly desk: string
  readonly name: string
  readonly item: ItemGiven
  readonly filed: { readonly last: Filed; readonly ever: readonly Filed[] } | undefined
  readonly value: Value | undefined
}

export interface Step {
  readonly outcome: string
  readonly ms: number
  readonly model: string | null
}

const share = (some: number, of: number) => (of === 0 ? '–' : (some / of).toFixed(3))
const isLast = ({ item, filed, value }: AskedOf) =>
  value !== undefined && filed !== undefined && isRight(item, value.value, filed.last)
const isEver = ({ item, filed, value }: AskedOf) =>
  value !== undefined && filed?.ever.some((one) => isRight(item, value.value, one)) === true

const HEADS = ['asked', 'filed', 'told', 'right', 'precision', 'recall', 'F1', 'ever filed']

function rowOf(name: string, asked: readonly AskedOf[]): string[] {
  const filed = asked.filter((one) => one.filed !== undefined).length
  const told = asked.filter(({ value }) => value !== undefined).length
  const [right, ever] = [asked.filter(isLast).length, asked.filter(isEver).length]
  const f1 = told + filed === 0 ? '–' : ((2 * right) / (told + filed)).toFixed(3)
  const figures = [asked.length, filed, told, right].map(String)
  return [name, ...figures, share(right, told), share(right, filed), f1, share(ever, told)]
}

const groups = (asked: readonly AskedOf[], by: (one: AskedOf) => string) =>
  [...Map.groupBy(asked, by)].toSorted(([a], [b]) => a.localeCompare(b)).map(([name, some]) => rowOf(name, some))

export function report(asked: readonly AskedOf[], steps: readonly Step[], everyField: boolean): void {
  printTable(
    'Values by set',
    ['set', ...HEADS],
    [...groups(asked, ({ conversation }) => conversation.set), rowOf('all', asked)],
  )
  printTable('Values by type', ['type', ...HEADS], groups(asked, typeOf))
  if (everyField)
    printTable(
      'Values by field',
      ['field', ...HEADS],
      groups(asked, ({ desk, name }) => `${desk}.${name}`),
    )
  calibration(asked)
  donations(asked)
  quotes(asked)
  times(steps)
}

const typeOf = ({ item }: AskedOf) => `${item.responseType}${item.allowLongResponse ? ', long' : ''}`

function calibration(asked: readonly AskedOf[]): void {
  const told = asked.flatMap((one) => (one.value === undefined ? [] : [{ one, confidence: one.value.confidence }]))
  const rowsOf = (from: number, to: number) => {
    const some = told.filter(({ confidence }) => confidence >= from && confidence < to)
    const mean = some.reduce((sum, { confidence }) => sum + confidence, 0) / some.length
    const [last, ever] = [some.filter(({ one }) => isLast(one)).length, some.filter(({ one }) => isEver(one)).length]
    return [
      String(some.length),
      some.length === 0 ? '–' : mean.toFixed(3),
      share(last, some.length),
      share(ever, some.length),
    ]
  }
  printTable(
    'Confidence, and how many were right',
    ['told with', 'values', 'mean', 'right', 'ever filed'],
    [
      ...[0.5, 0.6, 0.7, 0.8].map((from) => [`${from} to ${(from + 0.1).toFixed(1)}`, ...rowsOf(from, from + 0.1)]),
      ['0.9 to 1', ...rowsOf(0.9, 1.01)],
      ['0.8 or more', ...rowsOf(0.8, 1.01)],
    ],
  )
}

/** Dollars that were really paid, which nobody can hear: chats end before it. */
function donations(asked: readonly AskedOf[]): void {
  const some = asked.filter(({ name, value }) => name === 'promised' && value !== undefined)
  const paid = some.filter(({ filed, value }) => (filed?.ever[1] ?? 0) === value?.value).length
  console.log(
    `\nDollars told that are also the ones that were paid: ${paid} of ${some.length} (${share(paid, some.length)})`,
  )
}

function quotes(asked: readonly AskedOf[]): void {
  const all = asked.flatMap(({ conversation, value }) =>
    (value?.evidence ?? []).map(({ quote, segment }) => conversation.segments[segment]?.text.includes(quote) === true),
  )
  const without = asked.filter(({ value }) => value !== undefined && value.evidence.length === 0).length
  console.log(
    `Quotes that stand verbatim in the segment they name: ${share(all.filter(Boolean).length, all.length)} of ${all.length}`,
  )
  console.log(`Values without a quote: ${without}`)
}

function times(steps: readonly Step[]): void {
  const ms = steps.map((step) => step.ms)
  const outcomes = [...Map.groupBy(steps, ({ outcome }) => outcome)].map(
    ([outcome, some]) => `${outcome} ${some.length}`,
  )
  const models = [...new Set(steps.flatMap(({ model }) => model ?? []))]
  console.log(
    `The step took ${median(ms).toFixed(0)} ms in the median, ${percentile(ms, 0.95).toFixed(0)} ms at p95 (${outcomes.join(', ')})`,
  )
  console.log(models.length === 0 ? 'No language model was asked: rules alone.' : `Asked: ${models.join(', ')}`)
}

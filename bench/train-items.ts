/**
 * Learns the weights of action items and decisions (`src/features/text/extractive-summary/item-weights.json`) from the
 * labelled dialogs of this project and the noted points of real calls. A point is known by its minute only: the most
 * likely sentence near it that shares words with it counts as the one that was noted (expectation maximization). Figures
 * come from five rounds, each learned without the series of calls that it is measured on; weights are learned from all.
 *
 *   npm run train:items -- [--data FOLDER] [--write]
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type LogisticModel, predict } from '../src/features/text/extractive-summary/logistic.ts'
import { selectStrongest } from '../src/features/text/extractive-summary/strongest.ts'
import { dataFolder, readLines } from './eval-data.ts'
import {
  type Candidate,
  candidatesOfCall,
  candidatesOfDialog,
  countSharedTerms,
  type ItemKind,
  type NotedCall,
  type NotedPoint,
} from './item-examples.ts'
import { readLabelledDialogs } from './labelled-items.ts'
import { logisticRegression } from './linear-regression.ts'
import { printTable } from './report.ts'
import { drawRounds } from './rounds.ts'

const WEIGHTS = new URL('../src/features/text/extractive-summary/item-weights.json', import.meta.url)
/** Seconds around a point within which an item counts. */
const NEAR = 60
const ROUNDS_OF_ASSIGNMENT = 3
/** Weights of an example: a labelled sentence, the sentence of a point, a sentence far from every point. */
const COUNTS = { labelled: 3, noted: 1.5, far: 0.35 }
/** Log-odds for each word that a sentence shares with a point. */
const SHARED = 1
const MOST = { action_item: 25, decision: 15 } as const
const THRESHOLDS = { action_item: 0.6, decision: 0.5 }

const { values } = parseArgs({
  options: { data: { type: 'string' }, write: { type: 'boolean', default: false }, show: { type: 'string' } },
})
const folder = dataFolder(values.data)
const dialogs = await readLabelledDialogs()
const calls = await readLines<NotedCall>(join(folder, 'zoom/meetings.jsonl'))
const points = await readLines<NotedPoint>(join(folder, 'zoom/points.jsonl'))

/** Signals that can only speak for an item, and those that can only speak against it. */
const FOR =
  /^(?:by_(?:promise|request|named)|.*_task$|verb_(?:send|create|examine|arrange)|label|named|due|dueTask|by|later|recap|recapNear|promiseAfterRequest|requestAgreed|replyAgrees|replyThanks|afterChoice|we(?:Decided|Will|Do)|fate|isDecided|theDecision|consensus|letsChoose|goWith|motion|itIs|strongs?|agreed\w+|vagueAnswer|choiceStrong|closes\w*|contrast|accept)$/
const AGAINST =
  /^(?:by_nobody|verb_(?:talk|none)|hedge|negation|condition\w*|past|report|general|here|asksWords|fragment|vague|namesSpeaker|broken|explains|agenda|wish|question\w*|private|process|opinion|fewTerms|veryLong|replyDissents|pronounObject|lateHead|opening)$/

const ANY = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const
/**
 * Minimum weights of phrases that mean what they say, such as "we decided". They are so rare in the calls that their
 * weights can't be learned from them.
 */
const MINIMUMS: Readonly<Record<string, number>> = {
  ...{
    weDecided: 2,
    theDecision: 1.5,
    motion: 2,
    itIs: 1.2,
    letsChoose: 1,
    goWith: 0.8,
    isDecided: 0.8,
    consensus: 0.6,
  },
  ...{ promise_task: 1, request_task: 1, named: 0.6, due: 0.7, requestAgreed: 0.5 },
}
/** Maximum weights of signals that speak against a task or decision whatever was learned. */
const MAXIMUMS: Readonly<Record<string, number>> = { here: -1.5, agenda: -1, asksWords: -1, question: 0 }

/** Range of a weight: a signal that can only speak for an item never gets a negative weight, and vice versa. */
function boundsFor(name: string): readonly [number, number] {
  const minimum = MINIMUMS[name] ?? (FOR.test(name) ? 0 : ANY[0])
  return [minimum, MAXIMUMS[name] ?? (AGAINST.test(name) ? 0 : ANY[1])]
}

type Model = Pick<LogisticModel, 'bias' | 'weights'>
interface Example {
  readonly candidate: Candidate
  readonly target: number
  readonly count: number
}

const odds = (candidate: Candidate, model: Model) => {
  const probability = predict(candidate.signals, model)
  return Math.log(probability / (1 - probability))
}

function fitModel(examples: readonly Example[]): Model {
  const names = [...new Set(examples.flatMap(({ candidate }) => Object.keys(candidate.signals)))].toSorted()
  const rows = examples.map(({ candidate: { signals } }) =>
    Float64Array.from([1, ...names.map((name) => signals[name] ?? 0)]),
  )
  const [bias = 0, ...weights] = logisticRegression(
    rows,
    examples.map(({ target }) => target),
    examples.map(({ count }) => count),
    [ANY, ...names.map(boundsFor)],
  )
  const round = (value: number) => Math.round(value * 1e3) / 1e3
  return { bias: round(bias), weights: Object.fromEntries(names.map((name, at) => [name, round(weights[at] ?? 0)])) }
}

/** Learns from labels alone, then from the sentences that the model assigns to the points. */
function learn(labelled: readonly Candidate[], spoken: readonly Candidate[], noted: readonly NotedPoint[]): Model {
  const certain = labelled.flatMap((candidate): Example[] =>
    candidate.label === undefined ? [] : [{ candidate, target: candidate.label ? 1 : 0, count: COUNTS.labelled }],
  )
  let model = fitModel(certain)
  for (let round = 0; round < ROUNDS_OF_ASSIGNMENT; round++) {
    model = fitModel([...certain, ...assign(spoken, noted, model)])
  }
  return model
}

function assign(spoken: readonly Candidate[], noted: readonly NotedPoint[], model: Model): Example[] {
  const byCall = Map.groupBy(spoken, ({ call }) => call)
  const pointsByCall = Map.groupBy(noted, ({ meeting_id }) => meeting_id)
  return [...byCall].flatMap(([call, candidates]) => {
    const own = pointsByCall.get(call) ?? []
    const isNear = (candidate: Candidate, { time }: NotedPoint, seconds: number) =>
      candidate.start !== null && Math.abs(candidate.start - time) <= seconds
    const chosen = new Set(
      own.flatMap((point) => {
        const near = candidates.filter((one) => isNear(one, point, NEAR) && countSharedTerms(one, point) > 0)
        const score = (one: Candidate) => odds(one, model) + SHARED * countSharedTerms(one, point)
        return near.toSorted((a, b) => score(b) - score(a)).slice(0, 1)
      }),
    )
    return candidates.flatMap((candidate): Example[] => {
      if (chosen.has(candidate)) return [{ candidate, target: 1, count: COUNTS.noted }]
      // Near a point, others may belong to it.
      if (own.some((point) => isNear(candidate, point, 1.5 * NEAR))) return []
      return [{ candidate, target: 0, count: COUNTS.far }]
    })
  })
}

interface Scored {
  readonly candidate: Candidate
  readonly sentence: Candidate['sentence']
  readonly weight: number
}

const models: Record<string, LogisticModel> = {}
for (const kind of ['action_item', 'decision'] as const satisfies readonly ItemKind[]) {
  const labelled = dialogs.flatMap((dialog, at) => candidatesOfDialog(dialog, kind, `${dialog.domain} ${at}`))
  const spoken = calls.flatMap((call) => candidatesOfCall(call, kind))
  const noted = points.filter((point) => point.kind === kind)
  const all = [...labelled, ...spoken]
  const rounds = drawRounds(all)
  const scored = rounds.all.flatMap((round): Scored[] => {
    const model = learn(rounds.learned(labelled, round), rounds.learned(spoken, round), noted)
    return rounds
      .measured(all, round)
      .map((candidate) => ({ candidate, sentence: candidate.sentence, weight: predict(candidate.signals, model) }))
  })
  measure(kind, scored, labelled, noted)
  const model = learn(labelled, spoken, noted)
  models[kind] = { ...model, threshold: THRESHOLDS[kind] }
  if (values.show === kind) show(kind, scored, noted, model)
}
if (values.write) await writeFile(WEIGHTS, `${JSON.stringify(models, null, 2)}\n`)

function measure(
  kind: ItemKind,
  scored: readonly Scored[],
  labelled: readonly Candidate[],
  noted: readonly NotedPoint[],
) {
  const reachable = dialogs
    .flatMap(({ lines }) => lines)
    .filter(({ label }) => label === (kind === 'decision' ? 'd' : 'a'))
  const own = scored.filter(({ candidate }) => candidate.start === null && candidate.label !== undefined)
  const rows = [0.2, 0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9].map((threshold) => {
    const listed = own.filter(({ weight }) => weight >= threshold)
    const right = listed.filter(({ candidate }) => candidate.label).length
    const lines = keptItems(scored, kind, threshold)
    const isNear = ({ candidate }: Scored, point: NotedPoint) =>
      candidate.call === point.meeting_id && Math.abs((candidate.start ?? 0) - point.time) <= NEAR
    const near = lines.filter((line) => noted.some((point) => isNear(line, point))).length
    const found = noted.filter((point) => lines.some((line) => isNear(line, point))).length
    return [
      threshold.toFixed(2),
      (right / listed.length).toFixed(3),
      (right / reachable.length).toFixed(3),
      (near / lines.length).toFixed(3),
      (found / noted.length).toFixed(3),
      (lines.length / calls.length).toFixed(1),
    ]
  })
  printTable(
    `${kind.replace('_', ' ')}s: ${labelled.length} labelled candidates, ${noted.length} points of ${calls.length} calls`,
    ['threshold', 'labelled precision', 'recall', `points precision at ${NEAR} s`, 'recall', 'listed a call'],
    rows,
  )
}

function keptItems(scored: readonly Scored[], kind: ItemKind, threshold: number): Scored[] {
  const byCall = Map.groupBy(
    scored.filter(({ candidate, weight }) => candidate.start !== null && weight >= threshold),
    ({ candidate }) => candidate.call,
  )
  return [...byCall.values()].flatMap((items) => selectStrongest(items, MOST[kind]))
}

/** Prints the weights, and the most likely sentences with whether they are near a point. */
function show(kind: ItemKind, scored: readonly Scored[], noted: readonly NotedPoint[], { bias, weights }: Model): void {
  const sorted = Object.entries(weights).toSorted((a, b) => b[1] - a[1])
  console.log(`bias ${bias}; ${sorted.map(([name, weight]) => `${name} ${weight}`).join(', ')}\n`)
  const listed = keptItems(scored, kind, THRESHOLDS[kind])
  for (const { candidate, weight } of listed.toSorted((a, b) => b.weight - a.weight)) {
    const isNear = noted.some(
      (point) => point.meeting_id === candidate.call && Math.abs((candidate.start ?? 0) - point.time) <= NEAR,
    )
    console.log(`${isNear ? '+' : ' '} ${weight.toFixed(2)} ${candidate.sentence.speaker}: ${candidate.sentence.text}`)
  }
  const labelledMisses = scored.filter(({ candidate, weight }) => candidate.label === true && weight < 0.5)
  const labelledErrors = scored.filter(({ candidate, weight }) => candidate.label === false && weight >= 0.5)
  for (const { candidate, weight } of labelledMisses)
    console.log(`missed ${weight.toFixed(2)} ${candidate.sentence.text}`)
  for (const { candidate, weight } of labelledErrors)
    console.log(`wrong ${weight.toFixed(2)} ${candidate.sentence.text}`)
}

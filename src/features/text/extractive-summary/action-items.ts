/**
 * Action items: tasks that people agreed to do after the conversation. A logistic model weighs signals of English
 * (`action-signals.ts`): promises ("I'll send …"), requests ("can you … by Friday"), assignments ("Ann will …") and
 * labels ("action item"). Acts of the conversation itself ("let me share my screen"), offers and conditions are not
 * tasks. A request and the promise that answers it are one task, of the person who promises.
 */
import { findActionSignals, findTask, isNamedByPronoun } from './action-signals.ts'
import { findAcceptance, WANTS } from './commitments.ts'
import { findHeads, findVerbClass, type HeadKind, plainText } from './cues.ts'
import { type Dialog, findAntecedent, findNeighbors, findTopic, joinSentences, readDialog } from './dialog.ts'
import { type DueDate, dueIn, dueTodayIn } from './due-dates.ts'
import weights from './item-weights.json' with { type: 'json' }
import { findTopicTerms } from './likeness.ts'
import { predict } from './logistic.ts'
import { type ActionItem, LINE_MAX, MOST, shortened } from './model.ts'
import { findConsentingSpeaker, type PeopleLookup } from './owners.ts'
import type { TranscriptSentence } from './sentences.ts'
import { selectStrongest } from './strongest.ts'

/** Number of sentences within which a promise answers a request. */
const ANSWER_MAX = 4
const PROMISES = /\b(?:i'll|i will|i can|will do|on it|i'm on)\b/i
const RECEIVES = /^(?:get|have|receive|hear)$/

/** @param saidOn date of the conversation in UTC. Undefined if unknown */
export function extractActionItems(
  sentences: readonly TranscriptSentence[],
  people: PeopleLookup,
  saidOn: Date | undefined,
): ActionItem[] {
  const dialog = readDialog(sentences)
  const found = sentences.flatMap((_, at) => {
    const task = readTask(dialog, at, people, saidOn)
    return task === undefined ? [] : [task]
  })
  const isSeparate = (a: Task, b: Task) => a.owner !== null && b.owner !== null && a.owner !== b.owner
  const { merged, promises } = mergeAnswers(found, dialog)
  const answered = merged.map((task) => addAcceptance(task, dialog, promises))
  return selectStrongest(answered, MOST.actionItems, isSeparate).map(({ sentence, owner, due }) => ({
    text: shortened(sentence.text, LINE_MAX),
    owner: owner === null ? null : people.called(owner),
    due: due?.said ?? null,
    dueDate: due?.date ?? null,
    spans: sentence.spans,
  }))
}

interface Task {
  readonly sentence: TranscriptSentence
  /** Position of the sentence that carries the task. */
  readonly at: number
  readonly weight: number
  readonly kind: HeadKind | undefined
  readonly vague: boolean
  readonly owner: string | null
  readonly due: DueDate | null
}

function readTask(dialog: Dialog, at: number, people: PeopleLookup, saidOn: Date | undefined): Task | undefined {
  const sentence = dialog.sentences[at]
  const signals = findActionSignals(dialog, at, people)
  if (sentence === undefined || signals === undefined) return undefined
  const weight = predict(signals, weights.action_item)
  if (weight < weights.action_item.threshold) return undefined
  const kind = findTask(plainText(sentence))?.kind
  return {
    ...{ sentence, at, weight, kind },
    vague: isNamedByPronoun(sentence),
    owner: findOwner(sentence, findNeighbors(dialog, at).after, people),
    due: dueIn(sentence.text, saidOn) ?? dueTodayIn(sentence.text, saidOn),
  }
}

interface MergedTasks {
  readonly merged: Task[]
  /** Promises that answer one request by its topic, and so no other one. */
  readonly promises: ReadonlySet<TranscriptSentence>
}

/** Joins a request with the promise that answers it, and a promise of "it" with the question before. */
function mergeAnswers(tasks: readonly Task[], dialog: Dialog): MergedTasks {
  const merged: Task[] = []
  const promises = new Set<TranscriptSentence>()
  for (const task of tasks) {
    const last = merged.at(-1)
    if (last !== undefined && answers(last, task)) {
      const { request, repeated, isByTopic } = findAnswered(merged, last, task, dialog)
      const joined = joinSentences(request.sentence, task.sentence)
      if (isByTopic) promises.add(task.sentence)
      merged.splice(merged.indexOf(request), 1 + repeated, {
        ...task,
        // "I'll do that" adds nothing to the request but its evidence.
        sentence: task.vague && task.due === null ? { ...joined, text: request.sentence.text } : joined,
        weight: Math.max(request.weight, task.weight),
        due: task.due ?? request.due,
      })
      continue
    }
    const question = task.vague ? (findAntecedent(dialog, task.at) ?? findTopic(dialog, task.at)) : undefined
    merged.push(question === undefined ? task : { ...task, sentence: joinSentences(question, task.sentence) })
  }
  return { merged, promises }
}

/** Pronoun that refers to the request: "I'll put it out in five minutes". */
const REFERS = /\b(?:it|that|this|them|those)\b/i

/**
 * The request that a promise answers, if several were made before it without a word of another speaker: the last one
 * with its topic. A promise of "it" without a topic answers all of them as one task, which the first request names.
 */
function findAnswered(
  merged: readonly Task[],
  last: Task,
  promise: Task,
  dialog: Dialog,
): { readonly request: Task; readonly repeated: number; readonly isByTopic: boolean } {
  const start = merged.findLastIndex((one) => !isOfLastTurn(one, promise, dialog)) + 1
  const requests = merged.slice(start)
  const [first] = requests
  if (promise.vague || first === undefined || requests.length === 1) {
    return { request: last, repeated: 0, isByTopic: false }
  }
  const topic = new Set(findTopicTerms(promise.sentence.spans))
  const related = requests.findLast(({ sentence }) => findTopicTerms(sentence.spans).some((term) => topic.has(term)))
  if (related !== undefined) return { request: related, repeated: 0, isByTopic: true }
  return REFERS.test(plainText(promise.sentence))
    ? { request: first, repeated: requests.length - 1, isByTopic: false }
    : { request: last, repeated: 0, isByTopic: false }
}

/** Whether a request was made in the last turn before a promise, and not to somebody else. */
function isOfLastTurn({ kind, owner, at, sentence: { speaker } }: Task, promise: Task, dialog: Dialog): boolean {
  if (kind !== 'request' || (owner !== null && owner !== promise.owner)) return false
  const between = dialog.sentences.slice(at, promise.at)
  const end = between.findIndex((one) => one.speaker !== speaker)
  const reply = end < 0 ? [] : between.slice(end)
  return reply.find((one) => one.speaker !== promise.sentence.speaker) === undefined
}

/** Adds the words in which the owner accepts a request, as evidence. Nobody else can accept the task of a named person. */
function addAcceptance(task: Task, dialog: Dialog, promises: ReadonlySet<TranscriptSentence>): Task {
  const { sentence, at, kind, owner } = task
  const isAccepted = sentence.spans.some(({ speaker }) => speaker === owner)
  if (isAccepted || (kind !== 'request' && kind !== 'imperative' && !WANTS.test(plainText(sentence)))) return task
  const reply = findAcceptance(sentence, findNeighbors(dialog, at).after, promises)
  if (reply === undefined || (owner !== null && owner !== reply.speaker)) return task
  return { ...task, owner: reply.speaker, sentence: { ...sentence, spans: [...sentence.spans, ...reply.spans] } }
}

function answers(request: Task, promise: Task): boolean {
  const isAnswer = promise.kind === 'promise' || promise.kind === 'intention'
  if (!isAnswer || request.kind !== 'request' || promise.at - request.at > ANSWER_MAX) return false
  if (request.sentence.speaker === promise.sentence.speaker) return false
  // Somebody else was named: the promise is another task.
  if (request.owner !== null && request.owner !== promise.owner) return false
  return promise.vague || promise.at - request.at <= 2
}

/** Returns the owner of a task, or null if the words leave a choice. */
function findOwner(
  sentence: TranscriptSentence,
  next: readonly TranscriptSentence[],
  people: PeopleLookup,
): string | null {
  const text = plainText(sentence)
  const speaker = sentence.speaker === '' ? null : sentence.speaker
  const named = people.named(text)
  if (named !== null && named !== speaker) {
    const [first, ...others] = findHeads(text).toSorted((a, b) => a.index - b.index)
    if (first?.kind === 'promise' && first.subject !== 'let me') return speaker
    // "Ann will send it, and I'll review it" has two owners. "I'll check it, and Ann will write to you" starts with one.
    return others.some(({ kind }) => kind === 'promise') ? null : named
  }
  const task = findTask(text)
  if (task === undefined) return named
  // "I'd need a price from you" and "I'd like to have it by Friday" are tasks of the person addressed.
  if (WANTS.test(text)) return people.other(sentence.speaker)
  if (task.kind === 'promise' || task.kind === 'intention') return speaker
  // "We'll send you the contract" is a promise of the person who says it.
  if (task.kind === 'plan') return findVerbClass(task) === 'send' && /\byou\b/i.test(text) ? speaker : null
  if (task.kind === 'proposal' || task.kind === 'named') return null
  if (/\b(?:someone|somebody|any(?:one|body)|every(?:one|body)|people|folks|teams?|clients?|guys)\b/i.test(text))
    return null
  // "You'll get it tomorrow" is a promise of the person who says it.
  if (task.subject.startsWith('you') && RECEIVES.test(task.verb)) {
    const names = text.slice(0, task.index).match(/\p{Lu}\p{L}+/gu) ?? []
    const others = names.flatMap((name) => people.called(name)?.name ?? []).filter((name) => name !== speaker)
    // "Jonas writes it, and you'll have it by Friday" is a task of Jonas.
    return others.length === 0 ? speaker : others.length === 1 ? (others[0] ?? null) : null
  }
  const willing = findConsentingSpeaker(sentence, next)
  // "Please review" can be for everybody: only an explicit promise accepts it.
  const isOpen = !/\byou\b/i.test(text) && people.other(sentence.speaker) === null
  if (willing !== null && !(isOpen && !PROMISES.test(next.find(({ speaker: one }) => one === willing)?.text ?? '')))
    return willing
  const isAddressed = task.kind === 'request' || task.kind === 'imperative' || task.subject.startsWith('you')
  return isAddressed && speaker !== null ? people.other(speaker) : null
}

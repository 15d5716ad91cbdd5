/** Answers a question with citations, about any scope. */
import { ModelFault } from '../../../core/language-model.ts'
import type { Context } from '../../../core/operation.ts'
import { findTermsInQuery } from '../../text/glossary/index.ts'
import { describeSpellings, toCorrectSpelling } from '../../text/glossary-spellings/index.ts'
import { type Listener, Telling } from './answer-stream.ts'
import { type GatherPorts, gather } from './evidence.ts'
import { omitOwnName } from './extract/closeness.ts'
import { classifyQuestion } from './extract/kind.ts'
import { answerByModel } from './model/answer-by-model.ts'
import { gatherFromOtherCalls } from './other-calls.ts'
import { answerTask, relatedTask } from './passages-task.ts'
import { NEEDS_MODEL } from './records/answer-draft.ts'
import { answerFromRecords } from './records/answer-from-records.ts'
import { omitAsides } from './records/asides.ts'
import { findHeadlines } from './records/find-headlines.ts'
import { isKnownWord } from './records/known-words.ts'
import type { RecordsAnswer } from './records/model.ts'
import type { UnknownName } from './records/narrow.ts'
import { type NamedScope, narrowToNames } from './records/narrow-to-names.ts'
import { selectOrganizationName } from './records/queries-names.ts'
import { findUnsaidNames, isAboutName } from './records/unsaid-names.ts'
import { isWritingRequest } from './records/writing-request.ts'
import type { Answer } from './schema.ts'
import type { AnswerScope } from './scope.ts'

export type AnswerPorts = GatherPorts & Pick<Context, 'model' | 'principal' | 'clock' | 'requestWorkers'>

export interface AnswerRequest {
  readonly scope: AnswerScope
  readonly prompt: string
  /** Receives each part of the answer as soon as it is available. */
  readonly listener?: Listener
}

const NO_MODEL = 'The language model returned no usable answer. The answer consists of quotes only.'
const BROKE_OFF = 'The language model stopped before the end of its answer.'

/** @throws the reason of the signal if the request is aborted */
export async function answerQuestion(ports: AnswerPorts, asking: AnswerRequest): Promise<Answer> {
  const prompt = omitAsides(asking.prompt)
  const terms = await findTermsInQuery(ports.db, ports.org, prompt)
  const answer = await findAnswer(ports, { ...asking, prompt }, toCorrectSpelling(prompt, terms))
  const spellings = describeSpellings(
    terms,
    answer.citations.map(({ quote }) => quote),
  )
  if (spellings.length === 0) return answer
  return { ...answer, notice: [...(answer.notice === null ? [] : [answer.notice]), ...spellings].join(' ') }
}

/** Questions about words that were said, the name of the organization included. */
const MENTIONS = /\b(?:mention\w*|named?|heard|keywords?|trackers?)\b/i

/** @param corrected the question with glossary terms in their correct spelling, as records name them */
async function findAnswer(ports: AnswerPorts, asking: AnswerRequest, corrected: string): Promise<Answer> {
  const { scope, prompt, listener = async () => {} } = asking
  const { requestWorkers, signal } = ports
  const telling = new Telling(listener)
  const organization = await selectOrganizationName(ports.db, ports.org)
  const [said, respelled] = [prompt, corrected].map((text) => omitOwnName(text, organization, isKnownWord)) as [
    string,
    string,
  ]
  const recorded = MENTIONS.test(prompt) ? corrected : respelled
  const records = await answerFromRecords(ports, { scope, prompt: recorded, now: ports.clock.now() })
  // A model can find what the analysis without a model didn't record.
  const yieldsToQuotes = records?.yieldsToQuotes === true
  const isRecorded = records?.answered === true && records.yieldsToModel !== true && !yieldsToQuotes
  if (records !== undefined && (isRecorded || (ports.model === undefined && !yieldsToQuotes)))
    return sendRecords(telling, records, listener)
  const isWriting = isWritingRequest(prompt)
  // Passages cannot replace a text.
  if (isWriting && ports.model === undefined) {
    await listener('evidence', { conversations: 0, used: 0 })
    return telling.end(describeNeededModel(scope), [], { mode: null })
  }
  const kind = isWriting ? 'whole' : classifyQuestion(prompt)
  const {
    scope: named,
    label,
    isNamed,
    asked,
    unknown,
    names,
    ...narrowed
  } = await narrowToNames(ports, scope, respelled)
  const wanted = asked === respelled ? said : asked
  // Similar names are words of these calls.
  ports.derivesFrom(unknown.flatMap(({ calls }) => calls))
  const found = await gather(ports, named, { asked: wanted, whole: kind === 'whole', names })
  const nowhere = named.kind === 'conversations' ? await findUnsaidNames(ports, named.within, narrowed.unmatched) : []
  const asksUnknown = narrowed.asksUnknown || nowhere.some((name) => isAboutName(prompt, name))
  const evidence = asksUnknown ? { ...found, texts: [], near: [...found.texts, ...found.near] } : found
  await listener('evidence', { conversations: evidence.looked, used: evidence.texts.length })
  const notices = evidence.notice === null ? [] : [evidence.notice]
  let verdict: Answer['verdict'] = null
  let { near } = evidence
  const bySaid = async () => {
    const { fromMany, texts } = evidence
    // What others say about an unknown person doesn't answer.
    const options = { fromMany, isNamed, near: asksUnknown ? [] : near }
    const answer = await requestWorkers.run(answerTask, [kind, said, texts, options], signal)
    if (!answer.isConfident) {
      near = [...texts, ...near]
      return
    }
    verdict = answer.verdict
    for (const piece of answer.parts) await telling.emit(piece)
  }
  // Others can say something about a person who doesn't take part.
  const byOthers = async () => {
    if (narrowed.people.length === 0 || asksUnknown) return
    const { texts, fromMany } = await gather(ports, scope, { asked: said, whole: false })
    const options = { fromMany, about: narrowed.people, near: [] }
    const answer = await requestWorkers.run(answerTask, [kind, said, texts, options], signal)
    if (answer.isConfident) for (const piece of answer.parts) await telling.emit(piece)
  }
  // Of an account, people can also speak in calls without it, such as forecasts.
  const gatherOther = async () => {
    if (narrowed.accounts.length === 0 || asksUnknown || scope.kind === 'sources' || named.kind === 'sources')
      return undefined
    const own = named.within.conversationIds ?? []
    return gatherFromOtherCalls(ports, scope.within, { names: narrowed.accounts, own, asked: wanted })
  }
  const byOtherCalls = async () => {
    const other = await gatherOther()
    if (other === undefined) return
    const options = { fromMany: true, accounts: other.accounts, near: [] }
    const answer = await requestWorkers.run(answerTask, [kind, wanted, other.evidence.texts, options], signal)
    if (answer.isConfident) for (const piece of answer.parts) await telling.emit(piece)
  }
  let mode: Answer['mode'] = ports.model === undefined ? 'passages' : 'model'
  if (ports.model === undefined) {
    await bySaid()
    if (!telling.hasBegun) await byOthers()
    if (!telling.hasBegun) await byOtherCalls()
  } else {
    try {
      const { model } = ports
      const writing = { prompt, kind, emitting: telling, notices }
      await answerByModel({ ...ports, model }, { ...writing, scope: named, evidence })
      const other = telling.hasBegun || kind === 'whole' ? undefined : await gatherOther()
      if (other !== undefined) await answerByModel({ ...ports, model }, { ...writing, ...other })
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error
      notices.push(telling.hasBegun ? BROKE_OFF : NO_MODEL)
      // Parts that were sent stay. An answer by another method must not follow them.
      if (!telling.hasBegun) {
        mode = 'passages'
        await bySaid()
      }
    }
  }
  if (records !== undefined && yieldsToQuotes && ports.model === undefined) {
    if (!telling.hasBegun) return endWithRecords(telling, records)
    if (!records.answered) notices.push(records.pieces.map(({ text }) => text).join(''))
  }
  const options = { ranges: evidence.found, names }
  const nearest = telling.hasBegun ? [] : await requestWorkers.run(relatedTask, [kind, near, options], signal)
  // Of named accounts and people, the headlines of their newest calls are a start.
  const related =
    telling.hasBegun || nearest.length > 0 || label === '' || named.kind !== 'conversations'
      ? nearest
      : await findHeadlines(ports, named.within)
  return telling.end(describeAbstention({ scope: named, prompt, label, unknown, nowhere }), notices, {
    mode,
    verdict,
    related,
  })
}

async function sendRecords(telling: Telling, records: RecordsAnswer, listener: Listener): Promise<Answer> {
  const { conversations } = records
  await listener('evidence', { conversations: conversations.length, used: conversations.length })
  return endWithRecords(telling, records)
}

async function endWithRecords(telling: Telling, records: RecordsAnswer): Promise<Answer> {
  const { pieces, conversations, answered, notice } = records
  for (const piece of pieces) await telling.emit(piece)
  return telling.end('', notice === null ? [] : [notice], { mode: 'records', conversations, answered })
}

/** Maximum length of a question that the answer repeats, in UTF-16 units. */
const REPEATED_MAX = 300

function describeAbstention({
  scope,
  prompt,
  label,
  unknown,
  nowhere,
}: Pick<AnswerRequest, 'scope' | 'prompt'> &
  Pick<NamedScope, 'label' | 'unknown'> & { readonly nowhere: readonly string[] }): string {
  const about = prompt.length > REPEATED_MAX ? 'this question' : `“${prompt.trim()}”`
  if (scope.kind === 'sources') return `No clear answer to ${about} was found in the knowledge base.`
  if (label === '' && scope.within.conversationIds?.length === 1)
    return `No clear answer to ${about} was found in this call.`
  const which = label === '' ? 'these calls' : `the calls${label}`
  const names = nowhere.filter((name) => !unknown.some((one) => one.asked.includes(name)))
  const missing = names.map(
    (name) => `Nobody mentions “${name}” in them, and none of their people, accounts and deals has this name.`,
  )
  return [`No clear answer to ${about} was found in ${which}.`, ...unknown.map(describeUnknown), ...missing].join(' ')
}

function describeNeededModel(scope: AnswerScope): string {
  const isOneCall = scope.kind === 'conversations' && scope.within.conversationIds?.length === 1
  return isOneCall ? NEEDS_MODEL : `${NEEDS_MODEL} To list the points for the text, name the call or the account.`
}

function describeUnknown({ asked, similar }: UnknownName): string {
  const names = new Intl.ListFormat('en', { type: 'disjunction' }).format(similar)
  return `Nobody named ${asked} takes part in them. Do you mean ${names}?`
}

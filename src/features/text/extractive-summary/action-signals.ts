/** Signals of action items: who commits to what, by when, how others react, and what speaks against a task. */
import {
  AFTER_CALL,
  AGENDA,
  ASKS_WORDS,
  BROKEN,
  CALL_PLAN,
  CONDITION,
  CONDITION_FIRST,
  FRAGMENT,
  findHeads,
  findVerbClass,
  GENERAL,
  GIVEN_PRONOUN,
  HEDGE,
  HERE,
  type Head,
  isGenericVerb,
  isTalkVerb,
  LABEL,
  LATER,
  NEGATION,
  PAST,
  PRONOUN_OBJECT,
  plainText,
  RECAP,
  REPORT,
  spokenText,
  VAGUE,
  WISH,
} from './cues.ts'
import { type Dialog, findAntecedent, findDialogSignals, findTopic } from './dialog.ts'
import { dueIn, dueTodayIn } from './due-dates.ts'
import { flag, type Signals } from './logistic.ts'
import { announces, isNotice } from './notices.ts'
import type { PeopleLookup } from './owners.ts'
import type { TranscriptSentence } from './sentences.ts'

const SHORTEST = 4
/** Maximum number of words. Longer sentences are not readable as a task. */
const LONGEST = 45
/** Verbs that name a state, unless something is to be ready. */
const STATE = new Set(['be', 'have', 'seem', 'mean', 'look', 'like', 'love'])
const READY = /^(?:ready|done|sent|finished|it|that|this|them|these|a|an|the|something)$/
/** Kinds of heads from the strongest commitment to the weakest. */
const STRENGTH = ['promise', 'request', 'named', 'charge', 'plan', 'intention', 'imperative', 'proposal'] as const

/** Returns the head that carries the task: a verb of tasks, in the strongest kind of commitment. */
export function findTask(text: string): Head | undefined {
  const rank = (head: Head) =>
    (findVerbClass(head) === undefined ? (isTalkVerb(head) ? 40 : 20) : 0) + STRENGTH.indexOf(head.kind)
  const isState = ({ verb, particle }: Head) => STATE.has(verb) && !READY.test(particle) && verb !== 'look'
  return findHeads(text)
    .filter((head) => !isState(head))
    .toSorted((a, b) => rank(a) - rank(b))[0]
}

/** Whether the sentence is an act of the conversation itself, such as an invitation to speak or a shared screen. */
function isTalk(text: string, task: Head | undefined, hasDue: boolean): boolean {
  if (hasDue) return false
  if (CALL_PLAN.test(text)) return true
  if (AFTER_CALL.test(text)) return false
  if (HERE.test(text) || announces(text) || task?.subject === 'let me') return true
  return ASKS_WORDS.test(text) && task?.kind !== 'promise'
}

/** Clause of the task, up to its verb: words behind it don't negate it. */
function clauseAround(text: string, task: Head | undefined): string {
  if (task === undefined) return text
  const end = text.indexOf(task.verb, task.index + task.subject.length) + task.verb.length
  const begin = Math.max(
    ...[', ', '; ', ': ', ' so ', ' and ', ' but '].map((cut) => text.lastIndexOf(cut, task.index)),
    0,
  )
  return text.slice(begin, Math.max(end, task.index + task.subject.length))
}

/** Whether a pronoun names the task, so that a sentence before it must explain it. */
function isVagueTask(sentence: TranscriptSentence, task: Head | undefined): boolean {
  if (isNamedByPronoun(sentence)) return true
  return task !== undefined && PRONOUN_OBJECT.test(task.particle) && sentence.terms.length < 4
}

/** Whether a task is incomprehensible without the sentence before it: "I'll do that", "I'll send you that tomorrow". */
export const isNamedByPronoun = (sentence: TranscriptSentence): boolean =>
  VAGUE.test(plainText(sentence)) || (sentence.terms.length < 4 && GIVEN_PRONOUN.test(plainText(sentence)))

/** “You'll have it on Thursday” is a promise to send it. */
const DELIVERED = /^you(?:'ll| will)$/
const RECEIVES = /^(?:have|get|receive)$/
const isReceiving = ({ subject, verb }: Head): boolean => DELIVERED.test(subject) && RECEIVES.test(verb)

/** Returns the signals of a sentence, or undefined if nothing in it can be a task. */
export function findActionSignals(dialog: Dialog, at: number, people: PeopleLookup): Signals | undefined {
  const sentence = dialog.sentences[at]
  if (sentence === undefined || sentence.length < SHORTEST || sentence.length > LONGEST) return undefined
  if (isNotice(sentence)) return undefined
  const text = plainText(sentence)
  const task = findTask(text)
  if (FRAGMENT.test(text) || BROKEN.test(text) || CONDITION_FIRST.test(text.slice(0, task?.index))) return undefined
  const labelled = LABEL.test(text)
  const named = people.named(text)
  if (task === undefined && !labelled && named === null) return undefined
  const day = dueIn(sentence.text, undefined)
  const isDated = day !== null || dueTodayIn(sentence.text, undefined) !== null
  // “You'll get to see it on Friday” promises nothing that is sent.
  const isDelivery = task !== undefined && isDated && isReceiving(task) && task.particle !== 'to'
  const verbs = task === undefined ? undefined : isDelivery ? 'send' : findVerbClass(task)
  const kind = isDelivery ? 'promise' : task?.kind
  const isPromise = kind === 'promise' && verbs !== undefined
  const due = day ?? (isPromise ? dueTodayIn(sentence.text, undefined) : null)
  const clause = clauseAround(text, task)
  const vague = isVagueTask(sentence, task)
  const antecedent = vague ? (findAntecedent(dialog, at) ?? findTopic(dialog, at)) : undefined
  if (isTalk(text, task, day !== null)) return undefined
  const isExplained = antecedent !== undefined && !ASKS_WORDS.test(plainText(antecedent))
  // A promise with a day is a task, even if only the conversation shows what “it” is: “I'll send it this afternoon.”
  if (vague && !isExplained && !(isPromise && due !== null)) return undefined
  const isQuestion = text.includes('?')
  const around = findDialogSignals(dialog, at)
  return {
    ...around,
    [`by_${kind ?? 'nobody'}`]: 1,
    [`verb_${verbs ?? (task === undefined ? 'none' : isGenericVerb(task) ? 'generic' : isTalkVerb(task) ? 'talk' : 'other')}`]: 1,
    [`${kind ?? 'nobody'}_task`]: flag(verbs !== undefined),
    label: flag(labelled),
    named: flag(named !== null),
    due: flag(due !== null),
    dueTask: flag(due !== null && verbs !== undefined),
    by: flag(due !== null && /^(?:by|before|until|till|no later|due)/i.test(due.said)),
    later: flag(LATER.test(text)),
    fewTerms: flag(sentence.terms.length < 3 && !vague),
    long: flag(sentence.length > 30),
    veryLong: flag(sentence.length > 50),
    hedge: flag(HEDGE.test(text)),
    negation: flag(NEGATION.test(clause)),
    condition: flag(CONDITION.test(text)),
    past: flag(PAST.test(clause)),
    report: flag(REPORT.test(text.slice(0, task?.index))),
    general: flag(GENERAL.test(text) && kind !== 'promise' && kind !== 'request'),
    here: flag(HERE.test(text) && !(kind === 'promise' && day !== null)),
    asksWords: flag(ASKS_WORDS.test(text)),
    broken: flag(/(?:…|\.\.\.)$/.test(sentence.text)),
    vagueAnswer: flag(vague && isExplained),
    agenda: flag(AGENDA.test(text)),
    wish: flag(WISH.test(text)),
    recap: flag(RECAP.test(spokenText(sentence))),
    question: flag(isQuestion),
    questionOther: flag(isQuestion && kind !== 'request' && named === null),
    everyone: flag(
      /\b(?:everyone|everybody|all (?:the )?(?:teams?|clients?|of you)|you guys|folks|(?:client|[ce]l) teams|people)\b/i.test(
        text,
      ),
    ),
    lateHead: flag(task !== undefined && task.index > 60),
    promiseAfterRequest: flag((kind === 'promise' || kind === 'intention') && around.afterRequest === 1),
    requestAgreed: flag(kind === 'request' && around.replyAgrees === 1),
  }
}

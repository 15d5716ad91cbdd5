/** Answers what people complained about, objected to, asked for and praised. */
import type { StatementCue } from '../../../text/statement-cues/index.ts'
import { type Fact, listFacts, loadCalls, nameCall, nameQuestionScope, stateEmpty } from './compose-record.ts'
import { count } from './dates.ts'
import type { AnswerKind } from './model.ts'
import { findNamedSpeakers } from './narrow.ts'
import { QuoteFinder } from './quotes.ts'
import { findStatements, type Statement } from './statements.ts'

/** Maximum number of calls whose transcripts are read. */
const READ_MAX = 40
/** Maximum number of statements of each call, for one call and for several ones. */
const OF_ONE = 6
const OF_EACH = 2
const STATEMENTS_MAX = 8

const PRICE = /\b(?:pric\w*|cost\w*|budget\w*|expens\w*|fees?)\b/i

/** @param one name of a statement, such as \`problem\` */
const answerStatements =
  (cues: readonly StatementCue[], one: string, without: readonly StatementCue[] = []): AnswerKind =>
  async (ports, question) => {
    const { calls, total } = await loadCalls(ports, question, READ_MAX)
    // In a meeting of colleagues, such a question is about contents.
    if (!calls.some(({ people }) => people.some(({ isInternal }) => isInternal === false))) return undefined
    const finder = new QuoteFinder(ports)
    const found: Statement[] = []
    const speakers = findNamedSpeakers(question)
    const isExternal = speakers.length === 0 && question.side !== 'internal'
    const isPrice = PRICE.test(question.prompt)
    const topic = isPrice ? question.topic.filter((stem) => !PRICE.test(stem)) : question.topic
    for (const call of calls) {
      const wanted = { cues, without, topic, isPrice, speakers, isExternal }
      found.push(
        ...findStatements(call, await finder.text(call), wanted).slice(0, calls.length === 1 ? OF_ONE : OF_EACH),
      )
    }
    if (found.length === 0) {
      // Without a statement, passages can still answer a question about a topic.
      if (question.topic.length > 0 || question.range === undefined) return undefined
      return stateEmpty(
        `No statement that may express ${one} was found in ${count(calls.length, 'call')}${nameQuestionScope(question)}.`,
      )
    }
    const best = new Set(found.toSorted((a, b) => b.score - a.score).slice(0, STATEMENTS_MAX))
    const facts = found
      .filter((statement) => best.has(statement))
      .map(
        ({ call, text, proofs }): Fact => ({
          text: calls.length === 1 ? text : `${text} [${nameCall(call)}]`,
          proofs,
          calls: [call.id],
        }),
      )
    const [first] = calls
    const place =
      calls.length === 1 && first !== undefined
        ? ` in the call ${nameCall(first)}`
        : ` in ${count(new Set(facts.flatMap((fact) => fact.calls)).size, 'call')}${nameQuestionScope(question)}`
    const notice =
      total > calls.length && question.pick === undefined
        ? `The answer covers the newest ${calls.length} of ${count(total, 'call')}.`
        : null
    return listFacts(`${count(facts.length, `statement`)} that may express ${one}${place}`, facts, { notice })
  }

export const answerProblems = answerStatements(['needs', 'worries'], 'a problem')
export const answerRequests = answerStatements(['requests'], 'a request')
export const answerPraise = answerStatements(['praise'], 'praise', ['worries', 'needs'])
export const answerObjections = answerStatements(['worries'], 'an objection or a worry')

/** Answers from field values of calls and fields of linked CRM records, if a question is the title of a field. */
import { listSameMeaning } from '../../../../core/same-meaning.ts'
import { stemWord } from '../../../../core/stems.ts'
import { isSmallWord } from '../../../../core/terms.ts'
import { formatFieldValue, readableField } from '../../../conversations/crm-records/index.ts'
import { type Fact, LINES_MAX, listFacts, loadCalls, nameCall, nameQuestionScope } from './compose-record.ts'
import { formatClock } from './dates.ts'
import type { RecordPorts, RecordQuestion, RecordsAnswer } from './model.ts'
import { selectLinkedRecords } from './queries-deals.ts'
import type { Word } from './question-words.ts'
import { readStems } from './terms.ts'
import { TranscriptReader } from './transcript-reader.ts'

/** Maximum number of calls of a question about a field. More calls have too many different values. */
const CALLS_MAX = 25
/** Words that connect a field with its record. They are part of no title. */
export const CONNECTING: ReadonlySet<string> = new Set(
  `what which who how many much when where field fields value values extracted recorded crm customer customers client account
  company deal opportunity prospect call calls meeting conversation tell according say number`.split(/\s+/),
)

/** Stems of words that request all fields: “List all fields”. */
const LISTING: ReadonlySet<string> = new Set(['list', 'all', 'show'].map(stemWord))

/** @param wordsMin minimum number of words of the title */
export async function answerField(
  ports: RecordPorts,
  question: RecordQuestion,
  asked: readonly Word[],
  wordsMin = 1,
): Promise<RecordsAnswer | undefined> {
  const stems = new Set(
    asked.flatMap(({ word }) => (isSmallWord(word) || CONNECTING.has(word) ? [] : [stemWord(word)])),
  )
  const selecting = new Set([...question.people, ...question.names].flatMap(readStems))
  const isAll =
    wordsMin === 1 &&
    asked.some(({ word }) => word === 'fields') &&
    [...stems].every((stem) => selecting.has(stem) || LISTING.has(stem))
  if (!isAll && (stems.size < wordsMin || !isPlainQuestion(asked))) return undefined
  const { calls, total } = await loadCalls(ports, question, CALLS_MAX)
  if (calls.length === 0 || total > calls.length) return undefined
  const isWanted = (title: string) => readStems(title).length >= wordsMin && (isAll || isTitle(title, stems, question))
  const reader = new TranscriptReader(
    ports,
    calls.filter(({ values }) => values.some((one) => isWanted(one.title))),
  )
  const facts: Fact[] = []
  for (const call of calls) {
    for (const { key, title, value, evidence } of call.values.filter((one) => isWanted(one.title))) {
      const proofs = await reader.findQuotes(call, evidence)
      const start = evidence[0]?.start ?? null
      const where = [calls.length === 1 ? '' : nameCall(call), start === null ? '' : `at ${formatClock(start)}`].filter(
        (part) => part !== '',
      )
      facts.push({
        text: `${title}: ${formatFieldValue(value)}${call.confirmedKeys.includes(key) ? '' : ' (proposed)'}${where.length === 0 ? '' : ` [${where.join(' ')}]`}`,
        proofs,
        calls: [call.id],
      })
    }
  }
  const records = await selectLinkedRecords(
    ports.db,
    ports.org,
    calls.map(({ id }) => id),
  )
  for (const { code, name, fields, callIds } of records) {
    for (const [field, value] of Object.entries(fields)) {
      if (value === null || value === '' || isAll || !isWanted(readableField(field))) continue
      facts.push({
        text: `${readableField(field)} of ${name} (CRM, ${code}): ${formatFieldValue(value)}`,
        calls: callIds,
      })
    }
  }
  if (facts.length === 0) return undefined
  const [first] = calls
  const scope =
    calls.length === 1 && first !== undefined
      ? `the call ${nameCall(first)}`
      : `${calls.length} calls${nameQuestionScope({ ...question, topicText: '' })}`
  return listFacts(`Recorded for ${scope}`, facts, { limit: LINES_MAX + 5 })
}

/** Forms of questions that ask for a value: “What is the budget?”, “How many vehicles do they have?”, “Budget?”. */
function isPlainQuestion(asked: readonly Word[]): boolean {
  const text = asked.map(({ word }) => word).join(' ')
  return (
    /^(?:(?:and|so|please|tell me|do you know|do we know|show me|give me) )*(?:what (?:is|are|was|were)|which|who (?:is|are)|how many|how much|when is|what)\b/.test(
      text,
    ) || asked.length <= 3
  )
}

/**
 * Whether the words of the question are the title of a field, or words of the same meaning: “trucks” for “Vehicles”. Names
 * that select the calls can be added.
 */
export function isTitle(
  title: string,
  stems: ReadonlySet<string>,
  { people, names }: Pick<RecordQuestion, 'people' | 'names'>,
): boolean {
  const own = readStems(title).map((stem) => new Set([stem, ...listSameMeaning(stem)]))
  const isSaid = (wording: ReadonlySet<string>) => [...wording].some((stem) => stems.has(stem))
  if (own.length === 0 || !own.every(isSaid)) return false
  const selecting = new Set([...people, ...names].flatMap(readStems))
  return [...stems].every((stem) => selecting.has(stem) || own.some((wording) => wording.has(stem)))
}

/** Answers the value of a field for each account: “How many vehicles does each customer have?”, “Which customer has the most?” */
import { stemWord } from '../../../../core/stems.ts'
import { isSmallWord } from '../../../../core/terms.ts'
import { formatFieldValue, readableField } from '../../../conversations/crm-records/index.ts'
import { CONNECTING, isTitle } from './answer-fields.ts'
import { type Fact, listFacts, loadCalls, nameCall, nameQuestionScope } from './compose-record.ts'
import { count } from './dates.ts'
import type { CallRecord, RecordPorts, RecordQuestion, RecordsAnswer } from './model.ts'
import { selectLinkedRecords } from './queries-deals.ts'
import { selectAccountNames } from './queries-names.ts'
import type { Word } from './question-words.ts'
import { TranscriptReader } from './transcript-reader.ts'
import { CLASSES } from './vocabulary.ts'

const LINES_MAX = 20
const ACCOUNTS: ReadonlySet<string> = new Set([...(CLASSES.account ?? []), 'prospect', 'prospects'])
const EACH: ReadonlySet<string> = new Set(['each', 'every', 'per', 'by', 'all'])
const WHICH: ReadonlySet<string> = new Set(['which', 'what'])
const MOST: ReadonlySet<string> = new Set(['most', 'highest', 'largest', 'biggest'])
const LEAST: ReadonlySet<string> = new Set(['fewest', 'least', 'lowest', 'smallest'])
const VERBS = 'need needs require requires use uses want wants list show give'.split(' ')
const FORM: ReadonlySet<string> = new Set([...EACH, ...WHICH, ...MOST, ...LEAST, ...ACCOUNTS, ...VERBS])

type Order = 'most' | 'least' | 'name'

/** Returns undefined if the question isn't about the accounts one by one. */
function readOrder(asked: readonly Word[]): Order | undefined {
  const has = (words: ReadonlySet<string>) => asked.some(({ word }) => words.has(word))
  const follows = (first: ReadonlySet<string>) =>
    asked.some(({ word }, at) => ACCOUNTS.has(word) && first.has(asked[at - 1]?.word ?? ''))
  const order = has(MOST) ? 'most' : has(LEAST) ? 'least' : 'name'
  if (follows(EACH)) return order
  return follows(WHICH) && order !== 'name' ? order : undefined
}

interface AccountValue extends Fact {
  readonly account: string
  readonly title: string
  readonly value: string
}

export async function answerFieldByAccount(
  ports: RecordPorts,
  question: RecordQuestion,
  asked: readonly Word[],
): Promise<RecordsAnswer | undefined> {
  const order = question.isOneCall ? undefined : readOrder(asked)
  if (order === undefined) return undefined
  const stems = new Set(
    asked.flatMap(({ word }) => (isSmallWord(word) || CONNECTING.has(word) || FORM.has(word) ? [] : [stemWord(word)])),
  )
  if (stems.size === 0) return undefined
  const { calls, notice } = await loadCalls(ports, question)
  const ids = calls.map(({ id }) => id)
  const names = await selectAccountNames(ports.db, ports.org, ids)
  const isWanted = (title: string) => isTitle(title, stems, question)
  const said = await readCallValues(ports, calls, names, isWanted)
  // A value of a newer call is newer than that of the CRM record.
  const values = [...said, ...(await readRecordValues(ports, ids, names, isWanted, said))]
  const [first] = values
  if (first === undefined) return undefined
  const sorted = values.toSorted((a, b) => compare(a, b, order))
  const missing = new Set(names.values()).size - values.length
  const lead = `${first.title} of ${count(values.length, 'account')}${order === 'name' ? '' : `, ${order} first`}${nameQuestionScope({ ...question, topicText: '' })}`
  const unknown = missing > 0 ? `${count(missing, 'account')} without a value omitted.` : null
  const notices = [notice, unknown].filter((part) => part !== null).join(' ')
  return listFacts(lead, sorted, { notice: notices === '' ? null : notices, limit: LINES_MAX })
}

function compare(a: AccountValue, b: AccountValue, order: Order): number {
  const [one, other] = [Number(a.value.replaceAll(',', '')), Number(b.value.replaceAll(',', ''))]
  if (order === 'name' || Number.isNaN(one) || Number.isNaN(other)) return a.account.localeCompare(b.account)
  return order === 'most' ? other - one : one - other
}

/** Value of the newest call of each account that has one. */
async function readCallValues(
  ports: RecordPorts,
  calls: readonly CallRecord[],
  names: ReadonlyMap<string, string>,
  isWanted: (title: string) => boolean,
): Promise<AccountValue[]> {
  const found = new Map<string, CallRecord>()
  for (const call of calls) {
    const account = names.get(call.id)
    if (account !== undefined && !found.has(account) && call.values.some(({ title }) => isWanted(title)))
      found.set(account, call)
  }
  const reader = new TranscriptReader(ports, [...found.values()])
  const values: AccountValue[] = []
  for (const [account, call] of found) {
    const [field] = call.values.filter(({ title }) => isWanted(title))
    if (field === undefined) continue
    const value = formatFieldValue(field.value)
    const mark = call.confirmedKeys.includes(field.key) ? '' : ' (proposed)'
    values.push({
      ...{ account, title: field.title, value, text: `${account}: ${value}${mark} [${nameCall(call)}]` },
      ...{ proofs: await reader.findQuotes(call, field.evidence), calls: [call.id] },
    })
  }
  return values
}

/** Values of CRM records for accounts without a value of a call. */
async function readRecordValues(
  { db, org }: RecordPorts,
  ids: readonly string[],
  names: ReadonlyMap<string, string>,
  isWanted: (title: string) => boolean,
  said: readonly AccountValue[],
): Promise<AccountValue[]> {
  const known = new Set(said.map(({ account }) => account))
  const values: AccountValue[] = []
  for (const { code, fields, callIds } of await selectLinkedRecords(db, org, ids)) {
    const account = callIds.flatMap((id) => names.get(id) ?? [])[0]
    const field = Object.keys(fields).find((name) => isWanted(readableField(name)))
    if (account === undefined || field === undefined || known.has(account)) continue
    const value = fields[field]
    if (value === null || value === undefined || value === '') continue
    known.add(account)
    const shown = formatFieldValue(value)
    values.push({
      ...{ account, title: readableField(field), value: shown, text: `${account}: ${shown} (CRM, ${code})` },
      calls: callIds,
    })
  }
  return values
}

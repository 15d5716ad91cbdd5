/**
 * `npm run eval:demo`: 60 questions to the demo, as people in five roles type them, with the sentences that answer them
 * (`demo-questions.json`). Prints how many answers contain one of these sentences, and all questions with their answers,
 * to be read by a person: a record can be right without the sentence, and a sentence can have useless neighbors.
 *
 *   --limit 60   questions
 */
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import questions from './demo-questions.json' with { type: 'json' }
import { evaluationOptions } from './eval-options.ts'
import { endOnSignals } from './processes.ts'
import { printTable } from './report.ts'
import { settingsGiven, startServiceAt, untilQuiet } from './service.ts'

endOnSignals()
const options = evaluationOptions()

/** Kinds of questions by the first letter of their IDs. */
const KINDS = {
  f: 'facts of one call',
  m: 'facts of several calls',
  r: 'records',
  n: 'not in the calls',
} as const
type KindLetter = keyof typeof KINDS

type Question = (typeof questions)[number]

interface Quoted {
  readonly quote: string
}

interface Answered {
  readonly output: string
  readonly answered: boolean
  readonly mode: string | null
  readonly citations: readonly Quoted[]
  readonly related: readonly Quoted[]
}

interface Case {
  readonly question: Question
  readonly answer: Answered
  /** Whether a sentence that answers the question is in the answer, or among the related passages. */
  readonly isProven: boolean
  readonly isRelated: boolean
}

async function ask(baseUrl: string, key: string, prompt: string): Promise<Answered> {
  const answer = await fetch(`${baseUrl}/ask_assistant/v2`, {
    method: 'POST',
    headers: { authorization: key, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt }),
  })
  if (answer.status !== 200) throw new Error(`The question “${prompt}” was answered with ${answer.status}.`)
  return (await answer.json()) as Answered
}

const normalize = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

function judge(question: Question, answer: Answered): Case {
  const wanted = question.evidence.map(({ words }) => normalize(words))
  const contains = (texts: readonly string[]) =>
    texts.some((text) => wanted.some((words) => normalize(text).includes(words)))
  return {
    ...{ question, answer },
    isProven: answer.answered && contains([answer.output, ...answer.citations.map(({ quote }) => quote)]),
    isRelated: contains(answer.related.map(({ quote }) => quote)),
  }
}

function print(cases: readonly Case[]): void {
  const rows = (Object.entries(KINDS) as [KindLetter, string][]).map(([letter, name]) => {
    const own = cases.filter(({ question }) => question.id.startsWith(letter))
    const count = (is: (one: Case) => boolean) => String(own.filter(is).length)
    return [
      ...[name, String(own.length), count(({ answer }) => answer.answered), count(({ isProven }) => isProven)],
      ...[count(({ answer }) => answer.mode === 'records'), count(({ isRelated }) => isRelated)],
    ]
  })
  printTable('Questions to the demo', ['Kind', 'Questions', 'Answered', 'Proven', 'By records', 'Related only'], rows)
  for (const { question, answer, isProven } of cases) {
    const verdict = answer.answered ? (isProven ? 'proven' : 'answered') : 'refused'
    console.log(`\n${question.id} ${question.question} [${verdict}, ${answer.mode ?? 'none'}]`)
    console.log(`  right: ${question.answer ?? 'not in the calls'}`)
    console.log(`  ${answer.output.replaceAll('\n', '\n  ')}`)
    for (const { quote } of answer.related) console.log(`  related: ${quote}`)
  }
}

const place = { dataDir: mkdtempSync(join(tmpdir(), 'parley-eval-')), settings: settingsGiven(/^(?:EMBEDDING|MODEL)_/) }
const service = await startServiceAt(place, '--demo')
try {
  const key = service.said.api_key ?? ''
  if (!(await untilQuiet(service.baseUrl, key, options.waitMinutes * 60)))
    throw new Error('The analysis of the demo takes too long.')
  const cases: Case[] = []
  for (const question of questions.slice(0, options.limit))
    cases.push(judge(question, await ask(service.baseUrl, key, question.question)))
  print(cases)
} finally {
  await service.stop()
  await rm(place.dataDir, { recursive: true, force: true })
}

/** Vocabulary of the example questions of kinds (`kind-vocabulary.json`). */
import { readWords } from '../src/features/assistant/answers/records/question-words.ts'
import examples from './kind-examples.json' with { type: 'json' }

/** Placeholder of a name or a topic in an example. */
const PLACEHOLDER = /\{\w+\}/g
/**
 * Words of examples that name a topic: “Has anybody asked for an offline mode?” is about the offline mode. They restrict
 * every question, so no kind knows them unless its patterns contain them.
 */
const TOPICS: ReadonlySet<string> = new Set(
  `ai annex api artificial beta billing budget budgets build building campaign card center centre chatbot clause clinic
  cloud council crop customising dark dashboard data delivery dispatchers discount discounted discounts documentation driving
  drivers excel export exports fee field file freelancer freeze gdpr guide healthcare helpdesk homework hospitals hosting
  hotline hourly hubspot implementation import incentive industry integration integrations intelligence interface interfaces
  investment invoice invoices landing law legal licence logins login logistics manufacturing marketing merger migration
  mobile mode module monthly night notetakers nurse nurses offline office option packaging page paper password perceived
  phase poc protection questionnaire rebate rebates references refund refunds remote requirements residency rollout sap
  salesforce scanner school seat security servers setup shortlist sites sso startups surface sustainability tablet
  teachers ticket tickets train training university variant vehicle warehouse webinar website zendesk`.split(/\s+/),
)

/** Number of kinds whose examples contain a word that restricts no kind. */
const COMMON_KINDS = 4

export interface KindVocabulary {
  /** Words of at least `COMMON_KINDS` kinds. */
  readonly common: readonly string[]
  /** Other words, by kind. */
  readonly kinds: Readonly<Record<string, readonly string[]>>
}

export function readKindVocabulary(): KindVocabulary {
  const byKind = Object.entries(examples)
    .filter(([kind]) => kind !== 'none')
    .map(([kind, questions]) => [kind, listWords(questions)] as const)
  const kinds = new Map<string, number>()
  for (const [, words] of byKind) for (const word of words) kinds.set(word, (kinds.get(word) ?? 0) + 1)
  const isCommon = (word: string) => (kinds.get(word) ?? 0) >= COMMON_KINDS
  return {
    common: [...kinds.keys()].filter(isCommon).toSorted(),
    kinds: Object.fromEntries(
      byKind.map(([kind, words]) => [kind, words.filter((word) => !isCommon(word)).toSorted()]),
    ),
  }
}

/** Words of the questions, without placeholders. */
const listWords = (questions: readonly string[]): string[] => [
  ...new Set(
    questions
      .flatMap((question) => readWords(question.replace(PLACEHOLDER, ' ')).map(({ word }) => word))
      .filter((word) => !TOPICS.has(word)),
  ),
]

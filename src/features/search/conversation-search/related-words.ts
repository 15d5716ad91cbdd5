/**
 * English words of business conversations that people use for the same subject: who looks for “expensive” wants to read
 * about prices and costs. If nobody says a word of a query, passages with a related word are related results.
 */
import { listSameMeaning } from '../../../core/same-meaning.ts'
import { stemWord } from '../../../core/stems.ts'
import { wordKey } from './query-words.ts'
import type { SearchQuestion } from './question.ts'

const GROUPS = [
  'expensive costly pricey overpriced price pricing cost afford affordable budget cheap cheaper',
  'discount rebate reduction cheaper',
  'cancel cancellation terminate termination churn leave',
  'bug error defect fault crash glitch issue problem broken',
  'slow latency delay performance late lag',
  'objection concern worry doubt hesitation reservation',
  'competitor competition rival vendor alternative',
  'renewal renew prolong extend contract',
  'onboarding training setup rollout implementation',
  'deadline timeline schedule date due',
  'security privacy compliance encryption audit gdpr',
  'complaint complain unhappy dissatisfied angry annoyed',
  'happy satisfied pleased glad praise',
  'buy purchase order procure procurement',
  'invoice bill billing payment pay',
  'boss manager director chief executive head',
  'employee staff team colleague',
  'integrate integration interface connect connector api',
  'support help helpdesk assistance',
  'feature function functionality capability',
  'demo demonstration presentation trial pilot',
  'hire recruit recruiting recruitment',
  'growth grow increase expand expansion',
  'risk danger threat exposure',
  'legal lawyer attorney counsel liability',
  'approval approve decision decide',
  'quote proposal offer estimate bid tender',
  'outage downtime incident failure',
  'truck lorry vehicle van fleet',
]

const BY_STEM = new Map<string, Set<string>>()
for (const group of GROUPS) {
  const stems = new Set(group.split(' ').map(stemWord))
  for (const stem of stems) BY_STEM.set(stem, new Set([...(BY_STEM.get(stem) ?? []), ...stems]))
}

/** @param unknown words that nothing in scope contains @returns undefined if none of them has related words */
export function withRelatedWords(
  question: SearchQuestion,
  unknown: Iterable<{ readonly word: string }>,
): SearchQuestion | undefined {
  const akin = new Map<string, readonly string[]>()
  for (const { word } of unknown) {
    const key = wordKey(word)
    const stems = [...new Set([...(BY_STEM.get(key) ?? []), ...listSameMeaning(key)])].filter((stem) => stem !== key)
    if (stems.length > 0) akin.set(key, stems)
  }
  return akin.size === 0 ? undefined : { ...question, akin }
}

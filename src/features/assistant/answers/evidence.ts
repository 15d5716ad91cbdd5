/**
 * Finds texts that can answer a question. A few conversations are read completely. Of many conversations, those with
 * the best search hits are read. Texts that probably contain no answer are omitted.
 */
import type { Context } from '../../../core/operation.ts'
import { listSameMeaning } from '../../../core/same-meaning.ts'
import { extractTerms } from '../../../core/terms.ts'
import { createSegmentsLoader, permittedConversations } from '../../conversations/records/index.ts'
import {
  loadPassageVectors,
  type SearchPorts,
  searchPassages,
  searchSources,
} from '../../search/conversation-search/index.ts'
import { findTermsInQuery } from '../../text/glossary/index.ts'
import { type TermInQuery, toSpokenSpelling } from '../../text/glossary-spellings/index.ts'
import { parseQuestion, readLines } from '../../text/passage-ranking/index.ts'
import type { SegmentsInput } from '../../text/transcripts/index.ts'
import { computeAnswerability, computeAnswerFeatures, isContentTerm } from './extract/answerable.ts'
import { omitListed } from './extract/closeness.ts'
import type { FoundRange } from './extract/related-passages.ts'
import { listReplaceable } from './extract/to-said-words.ts'
import learned from './extract/weights.json' with { type: 'json' }
import { type ScopedConversations, selectMeant, selectWithoutStart } from './queries.ts'
import { parseTask, rateTask } from './read-text.ts'
import type { AnswerScope } from './scope.ts'
import type { EvidenceText } from './text.ts'
import { probablyAnswers, selectAnswering, weighByAnswerability } from './threshold.ts'

export type EvidencePorts = SearchPorts
export type GatherPorts = EvidencePorts & Pick<Context, 'derivesFrom'>

export interface AnswerEvidence {
  /** Texts that probably contain an answer, best first. */
  readonly texts: readonly EvidenceText[]
  /** Texts that probably contain no answer, but are related to the question, best first. */
  readonly near: readonly EvidenceText[]
  /** Ranges of the search results, best first. Empty if there was none. */
  readonly found: readonly FoundRange[]
  /** Whether a search has chosen the texts from many conversations. */
  readonly fromMany: boolean
  /** Number of conversations or sources that were considered. */
  readonly looked: number
  /** Description of what was omitted. Null if nothing was. */
  readonly notice: string | null
}

/** Up to this number of conversations, all are read without a search. */
const READ_ALL = 3
/** Maximum number of conversations that are read after a search. */
const READ_MAX = 4
/** Maximum number of conversations for a question about everything. */
const WHOLE_MAX = 5
/** Maximum number of search hits. */
const FOUND_MAX = 40

export interface GatherQuestion {
  readonly asked: string
  /** Whether the question is about everything, so that every text answers it. */
  readonly whole: boolean
  /** Names in the question, of accounts or people of the calls. It is then probably about them. */
  readonly names?: readonly string[] | undefined
}

export async function gather(
  ports: GatherPorts,
  scope: AnswerScope,
  { asked, whole, names = [] }: GatherQuestion,
): Promise<AnswerEvidence> {
  return scope.kind === 'sources'
    ? fromSources(ports, scope.sources, asked, whole)
    : fromConversations(ports, scope.within, { asked, whole, names })
}

async function fromConversations(
  ports: GatherPorts,
  within: ScopedConversations,
  { asked, whole, names }: GatherQuestion & { readonly names: readonly string[] },
): Promise<AnswerEvidence> {
  const isNamed = names.length > 0
  const { total, newest } = await selectMeant(ports.db, ports.org, within, WHOLE_MAX)
  const few = total <= READ_ALL
  const question = few || whole ? asked : omitListed(asked)
  const { conversations, found, unsaid } =
    few || whole
      ? { conversations: newest.map((one) => ({ ...one, weight: 1 })), found: [], unsaid: 0 }
      : await searchConversationHits(ports, within, question)
  const terms = await findTermsInQuery(ports.db, ports.org, question)
  const loader = createSegmentsLoader(
    ports.db,
    ports.org,
    conversations.map(({ id }) => id),
  )
  const texts: EvidenceText[] = []
  for (const one of conversations) {
    ports.signal.throwIfAborted()
    const segments = await loader.load(one.id)
    texts.push(await rateConversation(ports, one, segments, { asked: question, terms, whole, isOnly: total === 1 }))
  }
  ports.derivesFrom(conversations.map(({ id }) => id))
  const holding = whole
    ? texts.filter(({ lineCount }) => lineCount > 0)
    : isNamed
      ? (await computeUnsaidRatio(ports, within, question, names)) < UNSAID_OF_NAMED
        ? texts.filter(probablyAnswers)
        : []
      : few
        ? texts.filter(probablyAnswers)
        : unsaid < UNSAID && texts.some(({ isClose = true, answerability }) => isClose || answerability >= SURE)
          ? weighByAnswerability(selectAnswering(texts))
          : []
  const notice =
    whole && total > newest.length ? `The answer covers the newest ${newest.length} of ${total} conversations.` : null
  return {
    texts: holding.sort((a, b) => b.weight - a.weight || b.answerability - a.answerability),
    near: nearTexts(texts, holding),
    found,
    ...{ fromMany: !few && !whole, looked: total, notice },
  }
}

/** Minimum probability of an answer in a text that is related to the question. */
const NEAR_MIN = 0.04

function nearTexts(texts: readonly EvidenceText[], holding: readonly EvidenceText[]): EvidenceText[] {
  const kept = new Set(holding.map(({ id }) => id))
  return texts
    .filter((text) => !kept.has(text.id) && text.lineCount > 0 && text.answerability >= NEAR_MIN)
    .toSorted((a, b) => b.answerability - a.answerability)
}

export interface CandidateConversation {
  readonly id: string
  readonly title: string
  /** Null if the source stated no start. */
  readonly at: string | null
  readonly weight: number
}

/**
 * Minimum ratio of the question's terms that nobody says, from which it has no answer. Among thirty meetings, .01 of the
 * questions about one of them reach it (decision 57).
 */
const UNSAID = 0.2
/** The same of the terms of its content, for questions that name the accounts or people of the calls. */
const UNSAID_OF_NAMED = 0.5

/**
 * Probability of an answer from which a text can answer although the question's terms are far from each other in it. They
 * are far from each other for .10 of the questions about a meeting of QMSum, and for .62 of those about another one.
 */
const SURE = 0.8

interface FoundConversations {
  readonly conversations: readonly CandidateConversation[]
  readonly found: readonly FoundRange[]
  /** Ratio of the question's terms that nobody says. */
  readonly unsaid: number
}

/** Returns the conversations with the best search hits. */
async function searchConversationHits(
  ports: EvidencePorts,
  within: ScopedConversations,
  asked: string,
): Promise<FoundConversations> {
  const typed = plainQuestion(asked)
  const search = (question: typeof typed) =>
    searchPassages(ports, { question, within, mode: 'hybrid', limit: FOUND_MAX })
  const first = await search(typed)
  const unsaid = first.unknownWords.filter((word) => extractTerms(word).some(isContentTerm))
  const replaced = await findSaidWords(ports, within, unsaid)
  const terms = typed.terms.flatMap((term) => replaced.get(term) ?? [term])
  const { data } = replaced.size === 0 ? first : await search({ ...typed, terms })
  const byId = new Map(data.map(({ conversation }) => [conversation.id, conversation]))
  const chosen = chooseConversations(data.map(({ conversation, score }) => ({ id: conversation.id, score })))
  const undated = await selectWithoutStart(
    ports.db,
    ports.org,
    chosen.map(({ id }) => id),
  )
  const conversations = chosen.flatMap(({ id, weight }) => {
    const conversation = byId.get(id)
    if (conversation === undefined) return []
    return [{ id, title: conversation.title, at: undated.has(id) ? null : conversation.startedAt, weight }]
  })
  const found = data.map(({ conversation, lines, score }) => ({
    conversationId: conversation.id,
    first: lines[0].segment,
    last: (lines.at(-1) ?? lines[0]).segment,
    score,
  }))
  return { conversations, found, unsaid: (unsaid.length - replaced.size) / (new Set(typed.terms).size || 1) }
}

/** Ratio of the terms of a question's content, without names, that nobody says in any word of the same meaning. */
async function computeUnsaidRatio(
  ports: EvidencePorts,
  { visibility, filters, conversationIds }: ScopedConversations,
  question: string,
  names: readonly string[],
): Promise<number> {
  const named = new Set(names.flatMap((name) => extractTerms(name)))
  const content = [...new Set(extractTerms(question))].filter((term) => isContentTerm(term) && !named.has(term))
  if (content.length === 0) return 0
  const wordings = content.map((term) => [term, ...listSameMeaning(term)])
  const conversations = permittedConversations(ports.org, visibility, filters, conversationIds)
  const said = await ports.search.saidIn(ports.db, ports.org, { conversations }, [...new Set(wordings.flat())], 1)
  return wordings.filter((wording) => !wording.some((term) => said.has(term))).length / content.length
}

/** For stems of words that nobody says, the stems of the same meaning that somebody says. */
async function findSaidWords(
  ports: EvidencePorts,
  { visibility, filters, conversationIds }: ScopedConversations,
  unsaid: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const replaceable = listReplaceable(unsaid.join(' '))
  if (replaceable.length === 0) return new Map()
  const stems = [...new Set(replaceable.flatMap(({ others }) => [...others]))]
  const conversations = permittedConversations(ports.org, visibility, filters, conversationIds)
  const said = await ports.search.saidIn(ports.db, ports.org, { conversations }, stems, 1)
  return new Map(
    replaceable.flatMap(({ stem, others }) => {
      const found = [...others].filter((other) => said.has(other))
      return found.length === 0 ? [] : [[stem, found] as const]
    }),
  )
}

/**
 * Chooses the conversations to read, best first, by their best search hits.
 * @param hits best first
 */
export function chooseConversations(
  hits: readonly { readonly id: string; readonly score: number }[],
): { readonly id: string; readonly weight: number }[] {
  const best = new Map<string, number>()
  for (const { id, score } of hits.slice(0, FOUND_MAX)) best.set(id, Math.max(best.get(id) ?? 0, score))
  const first = [...best].toSorted(([, one], [, other]) => other - one).slice(0, READ_MAX)
  const most = first[0]?.[1] || 1
  return first.map(([id, score]) => ({ id, weight: score / most }))
}

/** Treats the question as plain text. Quotation marks and dashes aren't search operators here. */
function plainQuestion(asked: string) {
  const { isQuestion, terms, core } = parseQuestion(asked, [])
  return { text: asked, isQuestion, core, terms, phrases: [], without: [], speakers: [] }
}

/** Rates the lines of a conversation for a question, in worker tasks. */
export async function rateConversation(
  ports: EvidencePorts,
  wanted: CandidateConversation,
  content: SegmentsInput,
  { asked, terms, whole, isOnly }: ConversationQuestion,
): Promise<EvidenceText> {
  const { requestWorkers, signal } = ports
  const title = isOnly ? wanted.title : undefined
  const question = await requestWorkers.run(parseTask, [content, { asked, terms, title }], signal)
  const vectors = whole ? undefined : await loadPassageVectors(ports, wanted.id, question)
  const reading = await requestWorkers.run(rateTask, [content, question, vectors, whole], signal)
  return { kind: 'conversation', ...wanted, ...reading, content }
}

interface ConversationQuestion {
  readonly asked: string
  /** Glossary terms in the question. */
  readonly terms: readonly TermInQuery[]
  /** Whether the question is about everything, so that every line answers it. */
  readonly whole: boolean
  /** Whether the question is about this conversation alone. */
  readonly isOnly: boolean
}

export async function fromSources(
  ports: EvidencePorts,
  sources: 'all' | readonly string[],
  asked: string,
  whole: boolean,
): Promise<AnswerEvidence> {
  const question = plainQuestion(asked)
  const terms = await findTermsInQuery(ports.db, ports.org, asked)
  const found = await searchSources(ports, { question, within: sources, mode: 'hybrid', limit: FOUND_MAX })
  const bySource = Map.groupBy(found.data, ({ source }) => source.id)
  const most = found.data[0]?.score || 1
  const texts = [...bySource.values()].slice(0, READ_MAX).map((passages): EvidenceText => {
    const inOrder = passages.toSorted((a, b) => a.position - b.position)
    const lines = inOrder.flatMap(({ text, headings, position, score }) =>
      text.split('\n').flatMap((line) => {
        const kept = line.trim()
        const spoken = { segment: position, speaker: '', start: null, end: null, text: kept }
        return kept === '' ? [] : [{ spoken, headings, score: score / most }]
      }),
    )
    const spoken = lines.map((line) => line.spoken)
    const read = readLines(
      spoken.map((line, index) => ({ ...line, text: headed(lines[index]?.headings ?? [], line.text) })),
    )
    const spelled = toSpokenSpelling(
      asked,
      terms,
      spoken.map(({ text }) => text),
    )
    const question = parseQuestion(spelled, [])
    return {
      kind: 'source',
      id: passages[0]?.source.id ?? '',
      title: passages[0]?.source.title ?? '',
      at: null,
      content: { lines: spoken, blocks: groupIntoBlocks(spoken) },
      lineCount: spoken.length,
      question,
      place: lines.map(({ score }) => score),
      weight: Math.max(...lines.map(({ score }) => score), 0),
      answerability: computeAnswerability(computeAnswerFeatures(read, question), learned.answerable),
    }
  })
  const holding = texts.filter((text) => (whole ? text.lineCount > 0 : probablyAnswers(text)))
  const near = nearTexts(texts, holding)
  return {
    texts: holding.sort((a, b) => b.weight - a.weight),
    near,
    found: [],
    fromMany: false,
    looked: bySource.size,
    notice: null,
  }
}

/** Prepends the headings of a passage, because they belong to its content. */
const headed = (headings: readonly string[], text: string) => [...headings, text].join(': ')

/** Groups the lines by passage. Each passage is a block. */
function groupIntoBlocks(lines: readonly { readonly segment: number }[]): { from: number; to: number }[] {
  const blocks: { from: number; to: number }[] = []
  lines.forEach(({ segment }, index) => {
    const last = blocks.at(-1)
    if (last !== undefined && lines[last.from]?.segment === segment) last.to = index + 1
    else blocks.push({ from: index, to: index + 1 })
  })
  return blocks
}

import { createHash } from 'node:crypto'
import { loadGlossary } from '../../text/glossary/index.ts'
import { type GlossaryEntry, spokenTermsTask } from '../../text/glossary-spellings/index.ts'
import type { KnownParticipants } from '../../text/named-entities/index.ts'
import { loadSegments } from '../../text/transcripts/index.ts'
import { type AnalysisSubject, defineStep, type StepContext, type StepOutcome } from '../pipeline/index.ts'
import {
  type TrackerMatches as FoundHits,
  findApplicableTrackers,
  phrasesTask,
  replaceHits,
} from '../trackers/index.ts'
import { reviewTopics } from './by-model.ts'
import { type Topics, topicsTask } from './by-rules.ts'
import { deleteTopics, putTopics } from './queries.ts'

interface TopicsStepOutcome extends StepOutcome {
  readonly topics: Topics | undefined
  readonly hits: readonly FoundHits[]
}

export const topicsStep = defineStep<TopicsStepOutcome>({
  id: 'topics',
  version: 3,
  asksModel: true,
  async restsOn(subject, ctx) {
    const trackers = await findApplicableTrackers(ctx.db, ctx.org, subject.teamId)
    const terms = await findSpokenTerms(subject, ctx)
    const parts = [
      trackers.map(({ id, version }) => [id, version]),
      collectKnownNames(subject),
      // Without terms, the input stays the same as before the glossary existed.
      ...(terms.length === 0 ? [] : [terms.map(({ id, version }) => [id, version])]),
    ]
    return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
  },
  async find(subject, ctx) {
    const { segments, transcriptVersion } = subject
    if (transcriptVersion === null || !subject.outline.hasWords) {
      return { topics: undefined, hits: [], outcome: 'not_applicable' }
    }
    const watchers = await findApplicableTrackers(ctx.db, ctx.org, subject.teamId)
    const glossary = await findSpokenTerms(subject, ctx)
    const hits = await ctx.workers.run(phrasesTask, [segments, watchers, glossary], ctx.signal)
    const known = { ...collectKnownNames(subject), glossary }
    const byRules = await ctx.workers.run(topicsTask, [segments, known], ctx.signal)
    if (ctx.model === undefined) return { topics: byRules, hits, outcome: 'complete' }
    const topics = await reviewTopics(ctx.model, loadSegments(segments), byRules, ctx.signal)
    return { topics, hits, outcome: 'complete', model: ctx.model.name }
  },
  async save(tx, { topics, hits, model = null }, { id, transcriptVersion }, ctx) {
    if (topics === undefined || transcriptVersion === null) {
      await deleteTopics(tx, ctx.org, id)
      await replaceHits(tx, ctx.org, id, 0, [])
      return
    }
    await putTopics(tx, ctx.org, id, {
      ...{ transcriptVersion, model, at: ctx.clock.now() },
      keyPhrases: JSON.stringify(topics.keyPhrases),
      namedThings: JSON.stringify(topics.namedThings),
      chapters: JSON.stringify(topics.chapters),
    })
    await replaceHits(tx, ctx.org, id, transcriptVersion, hits)
  },
})

/** Glossary terms in the transcript. Only their changes concern the conversation. */
async function findSpokenTerms(
  { segments, outline }: AnalysisSubject,
  { db, org, workers, signal }: Pick<StepContext, 'db' | 'org' | 'workers' | 'signal'>,
): Promise<readonly GlossaryEntry[]> {
  const glossary = outline.hasWords ? await loadGlossary(db, org) : undefined
  return glossary === undefined ? [] : workers.run(spokenTermsTask, [segments, glossary], signal)
}

/** Names and email addresses of all speakers and participants. */
function collectKnownNames({ outline, inside, outside }: AnalysisSubject): KnownParticipants {
  const [people, addresses] = [new Set<string>(), new Set<string>()]
  for (const { name, email } of [...outline.speakers, ...inside, ...outside]) {
    if (name !== null && name !== '') people.add(name)
    if (email !== null && email !== undefined) addresses.add(email)
  }
  return { people: [...people].toSorted(), addresses: [...addresses].toSorted() }
}

/** The whole demo through the real app, in about half a minute: filled twice, analyzed, and looked at list by list. */
import { beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../catalog.ts'
import { newId } from '../core/clock.ts'
import { Rows } from '../core/page.ts'
import type { OrganizationId } from '../core/principal.ts'
import { createOrganization } from '../features/accounts/identity/index.ts'
import { createTestApp, type TestApp } from '../testing/create-test-app.ts'
import { signedIn } from '../testing/sign-in-fixtures.ts'
import { type Callers, createCallers, type DemoParts } from './callers.ts'
import { TALKS } from './calls.ts'
import { CLIPS } from './clips.ts'
import { COACHING } from './coaching.ts'
import { COMMENTS } from './comments.ts'
import { DEALS } from './deals.ts'
import { DECKS } from './decisions.ts'
import { SYNTHESIZED, TARGETS } from './definitions.ts'
import { DEMO_COMPANY, fillDemo, settleDemo } from './index.ts'
import { SOURCES } from './knowledge.ts'
import { ADMIN, USERS, type UserName } from './people.ts'
import { renderTranscript } from './render-transcript.ts'
import { SCORINGS } from './scores.ts'
import { TASKS } from './tasks.ts'

/** A shared machine of two cores may be ten times as slow. */
const PATIENCE_MS = 400_000

interface Conversation {
  readonly id: string
  readonly attributes: {
    readonly title: string
    readonly processingStatus: string
    readonly isInternal: boolean
    readonly summary: string | null
    readonly externalOpportunity: { readonly title: string } | null
  }
}
// biome-ignore lint/suspicious/noExplicitAny: asserted on, field by field
type List = { readonly data: readonly any[]; readonly meta: { readonly totalRecords: number } }

let app: TestApp
let org: OrganizationId
let parts: DemoParts
let as: Callers['as']
let conversations: readonly Conversation[]

async function list(operation: string, input: object = {}, user: UserName = ADMIN): Promise<List> {
  const { data, meta } = await as<List>(user, operation, input)
  return { data: data instanceof Rows ? (await Array.fromAsync(data.batches)).flat() : data, meta }
}

/** The number of each thing that the filling makes. */
async function counted(): Promise<Record<string, number>> {
  const made: Record<string, number> = {}
  for (const operation of [
    ...[
      'listTeams',
      'listOrganizationUsers',
      'listLabels',
      'listScorecards',
      'listFieldConfigurations',
      'listTrackers',
    ],
    ...['listCrmRecords', 'listOpportunities', 'listKnowledgeSources', 'listConversationsOptimized', 'listSnippets'],
    ...['listLibraryItems', 'listDecks'],
  ]) {
    const { data, meta } = await list(operation)
    made[operation] = meta?.totalRecords ?? data.length
  }
  const comments = await Promise.all(conversations.map(({ id }) => list('listComments', { id })))
  made.listComments = comments.reduce((sum, { meta }) => sum + meta.totalRecords, 0)
  return made
}

beforeAll(async () => {
  app = await createTestApp()
  org = newId() as OrganizationId
  await createOrganization(app.store.of(org), org, app.clock, DEMO_COMPANY)
  parts = { store: app.store, clock: app.clock, log: app.log, operations, contextFor: (one) => app.contextFor(one) }
  as = createCallers(parts, org).as
  await fillDemo(parts, org)
  await app.drain(org)
  await settleDemo(parts, org, new AbortController().signal)
  conversations = (await list('listConversationsOptimized', { size: '50' })).data
}, PATIENCE_MS)

describe('the demo', () => {
  it('is analyzed whole, no step having failed', async () => {
    expect(conversations.map(({ attributes }) => attributes.title).toSorted()).toEqual(
      TALKS.map(({ title }) => title).toSorted(),
    )
    for (const { id, attributes } of conversations) {
      expect(attributes.processingStatus, attributes.title).toBe('analyzed')
      expect(attributes.summary, attributes.title).toMatch(/\w/)
      const { steps } = await as<{ steps: { id: string; state: string }[] }>(ADMIN, 'getConversationAnalysis', { id })
      expect(new Set(steps.map(({ state }) => state)), attributes.title).toEqual(new Set(['done']))
    }
  })

  it('has people in all three roles, and teams below each other', async () => {
    const users = await list('listOrganizationUsers')
    expect(users.data).toHaveLength(USERS.length)
    expect(new Set(users.data.map(({ roles }) => roles[0].type))).toEqual(new Set(['ADMIN', 'MANAGER', 'SALES_REP']))
    const seen = await list('listConversationsOptimized', { size: '50' }, 'Ines Falk')
    expect(seen.data.length).toBeGreaterThan(15)
    expect(seen.data.length).toBeLessThan(TALKS.length)
    expect(seen.data.map(({ attributes }) => attributes.title)).not.toContain('Marcus and Lena')
  })

  it('tells of opportunities with several talks each, also of other teams', async () => {
    const { data } = await list('listOpportunities')
    expect(data.map(({ title }) => title).toSorted()).toEqual(
      Object.values(DEALS)
        .map(({ title }) => title)
        .toSorted(),
    )
    const talks = Map.groupBy(conversations, ({ attributes }) => attributes.externalOpportunity?.title)
    for (const { title } of Object.values(DEALS)) expect(talks.get(title)?.length, title).toBeGreaterThan(1)
    expect(conversations.filter(({ attributes }) => attributes.isInternal)).toHaveLength(2)
    expect((await list('listCrmRecords')).meta.totalRecords).toBeGreaterThan(30)
  })

  it('has scores by people and by the program', async () => {
    const { data: scorecards } = await list('listScorecards')
    const results = await Promise.all(scorecards.map(({ id }) => list('listScorecardResults', { id })))
    const sources = results.flatMap(({ data }) => data.map(({ source }) => source))
    expect(sources.filter((source) => source === 'human')).toHaveLength(SCORINGS.length)
    expect(sources.filter((source) => source === 'ai').length).toBeGreaterThan(5)
  })

  it('has field values that people decided and that wait for them, and labels that the analysis chose', async () => {
    const values = await Promise.all(conversations.map(({ id }) => list('listFieldValues', { id })))
    const states = values.flatMap(({ data }) => data.map(({ state }) => state))
    expect(new Set(states)).toEqual(new Set(['proposed', 'confirmed']))
    const choices = await Promise.all(conversations.map(({ id }) => list('listLabelChoices', { id })))
    const sources = choices.flatMap(({ data }) => data.map(({ source }) => source))
    expect(new Set(sources)).toEqual(new Set(['human', 'rule']))
  })

  it('is watched by trackers, all of which found something', async () => {
    const { data: trackers } = await list('listTrackers')
    for (const { uuid, name } of trackers) {
      expect((await list('listTrackerHits', { id: uuid })).data.length, name).toBeGreaterThan(1)
    }
  })

  it('has targets, some of which the reports meet', async () => {
    expect((await list('listTargets')).meta.totalRecords).toBe(TARGETS.length)
    const { data } = await as<{ data: { targets: { verdict: string }[] } }>(ADMIN, 'getOrganizationReport', {
      from: '2020-01-01',
      to: '2020-01-02',
    })
    expect(new Set(data.targets.map(({ verdict }) => verdict))).toEqual(new Set(['insufficient']))
  })

  it('has clips in the libraries of the organization and of people', async () => {
    expect((await list('listSnippets')).meta.totalRecords).toBe(CLIPS.length)
    const marcus = await createCallers(parts, org).findUserId(ADMIN)
    for (const myLibrary of ['false', 'true']) {
      const asked = { userUUID: marcus, myLibrary }
      const { data } = await as<{ data: { subFolders: unknown[] } }>(ADMIN, 'listLibraryFolders', asked)
      expect(data.subFolders.length).toBeGreaterThan(0)
    }
  })

  it('has the history of each deal, which its page shows above the lanes', async () => {
    const { data: deals } = await list('listDeals', { size: '50' })
    const shown = new Map<string, string[]>()
    const marcus = await signedIn(app, org, await createCallers(parts, org).findUserId(ADMIN))
    for (const { id, title } of deals) {
      const { text } = await marcus.get(`/deals/${id}`)
      const [, stages = ''] = /<ol class="unseen" aria-label="Stages of the deal">(.*?)<\/ol>/s.exec(text) ?? []
      shown.set(
        title,
        [...stages.matchAll(/<li>([^,<]+)/g)].map(([, stage = '']) => stage),
      )
    }
    const wanted = Object.values(DEALS).map(
      ({ title, history }) =>
        [title, history.map(({ stage }) => stage).filter((stage, at, all) => stage !== all[at - 1])] as const,
    )
    expect(shown).toEqual(new Map(wanted))
    expect(Math.min(...wanted.map(([, stages]) => stages.length))).toBeGreaterThan(1)
  })

  it('knows sources that are found, and answers what is asked', async () => {
    expect((await list('listKnowledgeSources')).data.map(({ attributes }) => attributes.status)).toEqual(
      SOURCES.map(() => 'indexed'),
    )
    const asked = { prompt: 'What did Samir explain about the lost proofs of delivery?' }
    const answer = await as<{ answered: boolean; citations: { quote: string }[] }>(ADMIN, 'askAssistantV2', asked)
    expect(answer.answered).toBe(true)
    expect(answer.citations[0]?.quote).toContain('it loses a proof when the connection breaks')
    const { output } = await as<{ output: string }>(ADMIN, 'askAssistantV2', { prompt: 'Why did we lose deals?' })
    expect(output).toContain('Loss reason in the CRM: Integration: no crate account')
    expect(output).toContain("It still wouldn't have been enough because of the integration.")
    const found = await list('searchConversations', { q: 'chips in the carts' })
    expect(JSON.stringify(found.data[0])).toContain('chip')
  })

  it('has a finished insight, decks, and actions in several states', async () => {
    const marcus = await createCallers(parts, org).findUserId(ADMIN)
    const insights = await list('listInsights', { user_uuid: marcus })
    const results = insights.data.flatMap((insight) => insight.results)
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['FINISHED']))
    expect((await list('listDecks')).data).toHaveLength(DECKS.length)
    const actions = (await Promise.all(USERS.map(({ name }) => list('listActions', {}, name)))).flatMap(
      ({ data }) => data,
    )
    expect(new Set(actions.map(({ status }) => status))).toEqual(new Set(['pending', 'drafted', 'dismissed']))
    expect((await list('listActions')).data.length, 'of whom the first link signs in').toBeGreaterThan(0)
  })

  it('has tasks of both sides, one done and one overdue', async () => {
    const { data } = await list('listTasks')
    expect(data.map(({ text }) => text).toSorted()).toEqual(TASKS.map(({ text }) => text).toSorted())
    expect(new Set(data.map(({ status }) => status))).toEqual(new Set(['open', 'done']))
    expect(new Set(data.map(({ side }) => side))).toEqual(new Set(['internal', 'external']))
    expect(data.some(({ overdue }) => overdue)).toBe(true)
    const open = data.filter(({ status }) => status === 'open')
    for (const { text, dueOn } of open) expect(dueOn, String(text)).not.toBeNull()
  })

  it('has coaching that waits for an answer, and an answer', async () => {
    const { data } = await list('listCoachingAssignments')
    expect(data).toHaveLength(COACHING.length)
    expect(new Set(data.map(({ status }) => status))).toEqual(new Set(['open', 'answered']))
  })

  it('plays recordings that are as long as their transcripts, and says that the voices are synthesized', async () => {
    const spoken = TALKS.filter(({ sound }) => sound)
    expect(spoken.length).toBeGreaterThan(2)
    for (const talk of spoken) {
      const { id } = await as<Conversation>(ADMIN, 'getConversationByExternalId', { externalId: talk.id })
      const { recording } = await as<{ recording: { duration: number; contentType: string } | null }>(
        ...([ADMIN, 'getConversationMediaDetails', { id }] as const),
      )
      const end = (await renderTranscript(talk)).turns?.at(-1)?.words.at(-1)?.endTimestamp ?? 0
      expect(Math.abs((recording?.duration ?? 0) - end), talk.id).toBeLessThan(1)
      expect(recording?.contentType, talk.id).toBe('audio/webm')
      const { data: choices } = await list('listLabelChoices', { id })
      expect(JSON.stringify(choices), talk.id).toContain(SYNTHESIZED)
    }
  })

  it('has comments of colleagues about words of calls, with replies', async () => {
    const calls = new Set(COMMENTS.map(({ talk }) => talk))
    const found = await Promise.all(
      [...calls].map(async (externalId) => {
        const { id } = await as<Conversation>(ADMIN, 'getConversationByExternalId', { externalId })
        return (await list('listComments', { id })).data
      }),
    )
    const threads = found.flat()
    expect(threads.map(({ text }) => text).toSorted()).toEqual(COMMENTS.map(({ text }) => text).toSorted())
    for (const { from, to, text } of COMMENTS) {
      const { anchor, replies } = threads.find((thread) => thread.text === text)
      expect(anchor.quote.startsWith(from), anchor.quote).toBe(true)
      expect(anchor.quote.endsWith(to), anchor.quote).toBe(true)
      expect(replies).toHaveLength(COMMENTS.find((comment) => comment.text === text)?.replies?.length ?? 0)
    }
  })

  it(
    'stays as it is when it is filled again',
    async () => {
      const before = await counted()
      await fillDemo(parts, org)
      await app.drain(org)
      await settleDemo(parts, org, new AbortController().signal)
      const { listAuditEntries: entries = 0, ...things } = await counted()
      const { listAuditEntries: entriesBefore = 0, ...thingsBefore } = before
      expect(things).toEqual(thingsBefore)
      expect(entries).toBeGreaterThanOrEqual(entriesBefore)
      const again = (await list('listConversationsOptimized', { size: '50' })).data
      expect(again.map(({ id }) => id)).toEqual(conversations.map(({ id }) => id))
    },
    PATIENCE_MS,
  )
})

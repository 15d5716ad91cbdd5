/** An organization in which every page has something to show. */
import { call } from '../src/testing/call.ts'
import { createTestApp, type TestApp } from '../src/testing/create-test-app.ts'
import { importFor } from '../src/testing/import-fixtures.ts'
import { createWorld, type World } from '../src/testing/world.ts'
import { samplesOf } from './samples/index.ts'

const TALK = [
  ['Bob Baker', 'Good morning, Ann. Shall we talk about the price first, or about the security review?'],
  ['Ann Archer', 'The price, please. Nine hundred a month is more than we planned, and our budget ends in March.'],
  ['Bob Baker', 'I will send you the revised offer by Friday, with the discount for two years.'],
  ['Ann Archer', 'Good. And who signs on your side? Our legal team asks for the data processing agreement.'],
  ['Bob Baker', 'Carol does. What would have to happen for you to start in April?'],
  ['Ann Archer', 'Nothing but the agreement. We looked at another vendor too, but their search was slow.'],
] as const

export interface FilledWorld extends World {
  /** A conversation of bob's, which samples hang on. */
  readonly conversation: string
  /** Addresses that the first links don't lead to: one comes to them by doing something, or from one call of many. */
  readonly ledTo: readonly string[]
}

export async function filledWorld(app?: TestApp): Promise<FilledWorld> {
  const world = await createWorld(app ?? (await createTestApp()))
  const segments = TALK.map(([speaker, text], index) => ({ speaker, text, start: index * 9, end: index * 9 + 8 }))
  const conversation = await importFor(world, {
    ...{ transcript: { segments }, conversationTitle: 'Pricing with Archer', applicationExternalID: 'one' },
    ...{ opportunityID: 'deal-1', linkedCrmRecords: [{ code: 'account', id: 'A-1' }], teamUUID: world.teams.north },
    // What reports look at by themselves.
    conversationStartedAt: new Date(Date.now() - 3 * 86_400_000).toISOString(),
    participants: [
      { email: 'ann@customer.example', name: 'Ann Archer' },
      { email: 'bob@acme.example', name: 'Bob Baker' },
    ],
  })
  const samples = await samplesOf(world, conversation, 'one')
  const body = samples.createRedactionRun?.body
  const run = await call(world.app, world.org, 'POST', '/privacy/redactions', { body })
  if (run.status >= 300) throw new Error(run.text)
  await world.app.drain(world.acme)
  const versioned = `/conversations/${samples.getTranscriptVersion?.path?.id}/versions`
  const people = [world.bob.userId, world.carol.userId].map((id) => `person=${id}`).join('&')
  return {
    ...world,
    conversation,
    ledTo: [
      `/admin/privacy/runs/${run.body.data.uuid}`,
      `/reports/team/compare?${people}`,
      ...[versioned, `${versioned}/1`, `${versioned}/1/compare`, `${versioned}/1/restore`],
    ],
  }
}

import { beforeAll, describe, expect, it } from 'vitest'
import { findPendingBackfills } from '../../../outbound/database/startup-backfill.ts'
import { call } from '../../../testing/call.ts'
import { summaryOf, talkFor } from '../../../testing/transcript-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { refreshSummaries } from './refresh-summaries.job.ts'
import { SUMMARY_VERSION } from './summary.step.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const owner = () => world.app.store.owner

/** An analyzed conversation, with the summary that an earlier version created. */
async function outdatedTalk(summary: { method?: string; headline?: string } = {}): Promise<string> {
  const id = await talkFor(world)
  await world.app.drain(world.acme)
  const headline = JSON.stringify(summary.headline ?? 'Scanners')
  await owner().query(
    `update conversation_summaries set method = $2, model = $4, content = jsonb_set(content, '{headline,text}', $3::jsonb)
     where conversation_id = $1`,
    [id, summary.method ?? 'extractive', headline, summary.method === 'model' ? 'some-model' : null],
  )
  await owner().query(`update conversation_details set summary = 'Scanners' where conversation_id = $1`, [id])
  await owner().query(`update conversation_topics set chapters = '[]' where conversation_id = $1`, [id])
  await owner().query(
    `update analysis_steps set step_version = 1, model = $2 where conversation_id = $1 and step = 'summary'`,
    [id, summary.method === 'model' ? 'some-model' : null],
  )
  return id
}

async function isPending(): Promise<boolean> {
  const has = { model: undefined, transcribes: false, summaryVersion: SUMMARY_VERSION }
  const pending = await findPendingBackfills(owner(), has)
  return pending.some(({ organizationId, lacks }) => organizationId === world.acme && lacks === 'summaries')
}

async function refresh() {
  const ctx = world.app.contextFor(world.app.operator(world.acme))
  await ctx.transact((tx) => ctx.jobs.add(tx, world.acme, refreshSummaries, {}))
  return (await world.app.drain(world.acme)).map(({ job, outcome }) => `${job} ${outcome}`)
}

const chaptersOf = async (id: string, part: 'summary' | 'topics') => {
  const { chapters } = (await call(world.app, world.org, 'GET', `/conversations/${id}/${part}`)).body.data
  return chapters.map(({ title, firstSegment }: { title: string; firstSegment: number }) => [title, firstSegment])
}
const getHeadline = async (id: string) => (await summaryOf(world, id)).headline.text
const stepOf = async (id: string) =>
  (await call(world.app, world.org, 'GET', `/conversations/${id}/analysis`)).body.data.steps.find(
    (step: { step: string }) => step.step === 'summary',
  )

describe('summaries of earlier versions', () => {
  it('are created again, in the conversation too, by one job that starts no other analysis', async () => {
    const fresh = await talkFor(world)
    await world.app.drain(world.acme)
    const expected = await getHeadline(fresh)
    expect(await isPending()).toBe(false)
    const ids = [await outdatedTalk(), await outdatedTalk()]
    expect(await isPending()).toBe(true)
    expect(await refresh()).toEqual(['refresh_summaries ok'])
    for (const id of ids) {
      expect(await getHeadline(id)).toBe(expected)
      expect((await stepOf(id)).version).toBe(SUMMARY_VERSION)
      const rows = await owner().query('select summary from conversation_details where conversation_id = $1', [id])
      expect(rows).toEqual([{ summary: expect.stringContaining(expected) }])
      expect(await chaptersOf(id, 'topics')).toHaveLength(1)
      expect(await chaptersOf(id, 'topics')).toEqual(await chaptersOf(id, 'summary'))
    }
    expect(await isPending()).toBe(false)
  })

  it('keep their time if nothing changes', async () => {
    const id = await talkFor(world)
    await world.app.drain(world.acme)
    const before = await summaryOf(world, id)
    await owner().query(`update analysis_steps set step_version = 1 where conversation_id = $1`, [id])
    await refresh()
    expect(await summaryOf(world, id)).toEqual(before)
    expect((await stepOf(id)).version).toBe(SUMMARY_VERSION)
  })

  it('stay if a language model wrote them', async () => {
    const id = await outdatedTalk({ method: 'model', headline: 'By a model' })
    expect(await isPending()).toBe(false)
    await refresh()
    expect(await getHeadline(id)).toBe('By a model')
  })

  it('stay in the conversation if they were imported', async () => {
    const id = await outdatedTalk()
    await owner().query(
      `update conversation_details set summary = 'Written by a person.', summary_version = null where conversation_id = $1`,
      [id],
    )
    await refresh()
    const rows = await owner().query('select summary from conversation_details where conversation_id = $1', [id])
    expect(rows).toEqual([{ summary: 'Written by a person.' }])
  })

  it('of an earlier transcript are left to the analysis of the current one', async () => {
    const id = await outdatedTalk()
    await owner().query('update conversation_summaries set transcript_version = 7 where conversation_id = $1', [id])
    expect(await isPending()).toBe(false)
    expect(await refresh()).toEqual(['refresh_summaries ok'])
    expect((await stepOf(id)).version).toBe(1)
  })
})

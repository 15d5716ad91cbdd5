import { expect, it } from 'vitest'
import { call } from '../src/testing/call.ts'
import { createWorld } from '../src/testing/world.ts'

it('a page of many long transcripts is written whole, in its order, whatever its size', async () => {
  const world = await createWorld()
  // Characters of each: together far more than rides along with a page, one alone more than a batch.
  for (const length of [5_000_000, 1_500_000, 1_500_000, 900_000, 1_500_000, 50]) {
    const segments = Array.from({ length: Math.ceil(length / 500_000) }, (_, n) => ({
      speaker: `Speaker ${n}`,
      text: 'word '.repeat(Math.min(length, 500_000) / 5),
    }))
    const body = { transcript: { segments }, conversationTitle: String(length) }
    await call(world.app, world.org, 'POST', '/conversations/import', { body })
  }
  for (const detailedTranscript of ['true', 'false']) {
    const list = async (query: Record<string, string>) =>
      (await call(world.app, world.org, 'GET', '/conversations', { query: { ...query, detailedTranscript } })).body
    const whole = await list({ size: '500' })
    expect(whole.meta.totalRecords).toBe(6)
    const singly = await Promise.all([1, 2, 3, 4, 5, 6].map((page) => list({ size: '1', page: String(page) })))
    expect(singly.map(({ data }) => data[0].id)).toEqual(whole.data.map(({ id }: { id: string }) => id))
    for (const [index, { data }] of singly.entries()) {
      expect(data[0].attributes.transcript).toEqual(whole.data[index].attributes.transcript)
    }
  }
})

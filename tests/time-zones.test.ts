/** A day at tools is the user's own: the app stores the zone of the browser, and tools read dates in it. */
import { expect, it } from 'vitest'
import { callTool } from '../src/testing/call-tool.ts'
import { importFor } from '../src/testing/import-fixtures.ts'
import { signedIn } from '../src/testing/sign-in-fixtures.ts'
import { createWorld } from '../src/testing/world.ts'

it('the day of a call is that of the user who opened the app', async () => {
  const world = await createWorld()
  // Friday evening in Los Angeles, Saturday in UTC.
  const id = await importFor(world, { conversationStartedAt: '2026-11-21T02:00:00Z' })
  const calls = async () => {
    const { data } = await callTool(world.app, world.bob, 'search_calls', { from: '2026-11-20', to: '2026-11-20' })
    return data.calls.map(({ call_id }: { call_id: string }) => call_id)
  }
  expect(await calls()).toEqual([])
  const browser = await signedIn(world.app, world.acme, world.bob.userId)
  for (const [zone, expected] of [
    ['Nowhere/Land', []],
    ['America/Los_Angeles', [id]],
    ['Asia/Tokyo', []],
  ] as const) {
    browser.cookies.set('parley_zone', encodeURIComponent(zone))
    expect((await browser.get('/conversations')).status).toBe(200)
    expect([zone, await calls()]).toEqual([zone, expected])
  }
})

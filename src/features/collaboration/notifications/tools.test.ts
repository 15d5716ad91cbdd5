import { beforeEach, describe, expect, it } from 'vitest'
import { callTool } from '../../../testing/call-tool.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import { DEFAULT_CHANNELS } from '../notification-requests/index.ts'

let world: World
beforeEach(async () => {
  world = await createWorld()
})

const use = (caller: Caller, name: string, args: Record<string, unknown> = {}) =>
  callTool(world.app, caller, name, args)
const channels = async (caller: Caller) => (await use(caller, 'get_notification_settings')).data?.channels

describe('does', () => {
  it('sets one channel of the caller, and returns all', async () => {
    expect(await channels(world.bob)).toEqual(DEFAULT_CHANNELS)
    const set = await use(world.bob, 'update_notification_settings', { kind: 'comment', channel: 'off' })
    expect(set.data).toEqual({ channels: { ...DEFAULT_CHANNELS, comment: 'off' } })
    expect(set.text).toMatch(/comment.*off/)
    expect(await channels(world.bob)).toEqual({ ...DEFAULT_CHANNELS, comment: 'off' })
    expect(await channels(world.mark)).toEqual(DEFAULT_CHANNELS)
  })

  it('turns the weekly digest off', async () => {
    await use(world.bob, 'update_notification_settings', { kind: 'weekly_digest', channel: 'off' })
    expect(await channels(world.bob)).toEqual({ ...DEFAULT_CHANNELS, weekly_digest: 'off' })
  })

  it('marks notifications of some kinds', async () => {
    const { data } = await use(world.bob, 'mark_notifications_read', { kinds: ['mention', 'task'] })
    expect(data).toEqual({ updated: 0 })
  })
})

describe('refuses', () => {
  it.each(['fax', '__proto__'])('the kind %s with the kinds that exist', async (kind) => {
    const { error } = await use(world.bob, 'update_notification_settings', { kind, channel: 'off' })
    expect(JSON.stringify(error)).toMatch(/`kind` must be one of: mention, reply, .*weekly_digest/)
  })

  it.each([
    ['update_notification_settings', { kind: 'fax', channel: 'off' }],
    ['update_notification_settings', { kind: 'weekly_digest', channel: 'daily_digest' }],
    ['update_notification_settings', { kind: 'comment', channel: 'fax' }],
    ['update_notification_settings', { kind: 'comment' }],
    ['mark_notifications_read', { kinds: ['fax'] }],
  ])('%s %j', async (name, args) => {
    expect((await use(world.bob, name, args)).error).toBeDefined()
    expect(await channels(world.bob)).toEqual(DEFAULT_CHANNELS)
  })
})

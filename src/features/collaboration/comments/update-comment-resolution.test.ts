import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { callTool } from '../../../testing/call-tool.ts'
import { commentFor, countEvents, guardsComments, storedComments } from '../../../testing/comments-fixtures.ts'
import { connected } from '../../../testing/connect-fixtures.ts'
import { talkFor } from '../../../testing/library-fixtures.ts'
import { refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let talk: string
beforeAll(async () => {
  world = await createWorld()
  talk = await talkFor(world, { teamUUID: world.teams.north })
  await call(world.app, world.alice, 'POST', '/webhooks', { body: { url: 'https://hooks.example.com/comments' } })
})

const put = (caller: Caller | undefined, id: string, body: object = { resolved: true }) =>
  call(world.app, caller, 'PUT', `/comments/${id}/resolution`, { body })

describe('does', () => {
  it('resolves and reopens a thread', async () => {
    const { uuid } = await commentFor(world, talk)
    const resolved = await put(world.mark, uuid)
    expect([resolved.status, resolved.body.data]).toMatchObject([
      200,
      { uuid, resolved: true, resolvedAt: expect.stringMatching(/Z$/), resolvedBy: { userUUID: world.mark.userId } },
    ])
    const open = { uuid, resolved: false, resolvedAt: null, resolvedBy: null }
    expect((await put(world.bob, uuid, { resolved: false })).body.data).toMatchObject(open)
    expect((await call(world.app, world.mark, 'GET', `/comments/${uuid}`)).body.data).toMatchObject(open)
  })

  it('resolves the thread of a reply, also after the text of its first comment was deleted', async () => {
    const { uuid } = await commentFor(world, talk)
    const reply = await commentFor(world, talk, { threadUUID: uuid })
    expect((await put(world.bob, reply.uuid)).body.data).toMatchObject({ uuid, resolved: true })
    await call(world.app, world.bob, 'DELETE', `/comments/${uuid}`)
    expect((await put(world.bob, uuid, { resolved: false })).body.data).toMatchObject({
      deleted: true,
      resolved: false,
    })
  })

  it('keeps the first resolution when it is repeated, and announces each change once', async () => {
    const { uuid } = await commentFor(world, talk)
    const events = async () => [
      await countEvents(world, 'comment.resolved'),
      await countEvents(world, 'comment.reopened'),
    ]
    const [resolved = 0, reopened = 0] = await events()
    const first = (await put(world.bob, uuid)).body
    expect((await put(world.alice, uuid)).body.data.resolvedBy).toEqual(first.data.resolvedBy)
    expect(await events()).toEqual([resolved + 1, reopened])
    await put(world.bob, uuid, { resolved: false })
    await put(world.bob, uuid, { resolved: false })
    expect(await events()).toEqual([resolved + 1, reopened + 1])
    const note = await commentFor(world, talk, { private: true })
    expect((await put(world.bob, note.uuid)).body.data).toMatchObject({ private: true, resolved: true })
    expect(await events()).toEqual([resolved + 1, reopened + 1])
  })

  it('names nobody for an organization-level key', async () => {
    const { uuid } = await commentFor(world, talk)
    expect((await put(world.org, uuid)).body.data).toMatchObject({
      ...{ resolved: true, resolvedAt: expect.stringMatching(/Z$/), resolvedBy: null },
    })
  })
})

describe('refuses', () => {
  it.each([[{}], [{ resolved: 'yes' }], [{ resolved: null }]])('%j', async (body) => {
    const { uuid } = await commentFor(world, talk)
    const answer = await put(world.bob, uuid, body)
    expect([answer.status, answer.body]).toEqual([400, refusedField('/resolved')])
  })

  it('an access token without the write scope', async () => {
    const { uuid } = await commentFor(world, talk)
    const { tokens } = await connected(world.app, world.acme, world.bob.userId, { scope: 'mcp:read' })
    const before = await storedComments(world)
    const { error } = await callTool(world.app, { key: tokens.access_token }, 'resolve_comment', { thread_id: uuid })
    expect(error).toMatchObject({ code: 'insufficient_scope', required_scope: 'mcp:write' })
    expect(await storedComments(world)).toEqual(before)
  })
})

describe('who may', () => {
  guardsComments({ world: () => world, send: (caller, id) => put(caller, id), needsUser: false })

  it('is everybody who sees the call', async () => {
    for (const caller of [world.alice, world.mark, world.bob, world.org]) {
      const { uuid } = await commentFor(world, talk)
      expect((await put(caller, uuid)).body.data.resolved).toBe(true)
    }
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { callTool } from '../../../testing/call-tool.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { NOBODY, storedOf } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

type Args = Record<string, unknown>
const use = (name: string, args: Args, caller: Caller = world.bob) => callTool(world.app, caller, name, args)
const attributesOf = async (id: string, query: Record<string, string> = {}) =>
  (await call(world.app, world.org, 'GET', `/conversations/${id}`, { query })).body.attributes

describe('set_call_start', () => {
  it('moves start and end, and reads a local time in the time zone of the user', async () => {
    const id = await importFor(world)
    const { data, error } = await use('set_call_start', { call_id: id, started_at: '2026-11-20T14:30:00+01:00' })
    expect([error, data]).toMatchObject([undefined, { call_id: id }])
    expect((await attributesOf(id)).liveStreamStartedAt).toBe('2026-11-20T13:30:00.000Z')
    await use('set_call_start', { call_id: id, started_at: '2026-11-21' }, world.org)
    expect((await attributesOf(id)).liveStreamStartedAt).toBe('2026-11-21T00:00:00.000Z')
  })

  it.each<[string, Args, string]>([
    ['no time', {}, '/started_at'],
    ['words', { started_at: 'last Friday' }, '/started_at'],
    ['a day that there is not', { started_at: '2026-02-30' }, '/started_at'],
  ])('refuses %s, and changes nothing', async (_, args, pointer) => {
    const id = await importFor(world)
    const before = await storedOf(world, id)
    const { error } = await use('set_call_start', { call_id: id, ...args })
    expect(error).toMatchObject({ code: 'validation_failed', problems: [{ pointer }] })
    expect(await storedOf(world, id)).toEqual(before)
  })
})

describe('set_call_owner', () => {
  it('transfers the call', async () => {
    const id = await importFor(world)
    const { data } = await use('set_call_owner', { call_id: id, owner_id: world.mark.userId })
    expect(data).toMatchObject({ call_id: id, owner_id: world.mark.userId })
    expect((await attributesOf(id)).user.uuid).toBe(world.mark.userId)
  })

  it('names the argument of an unknown user, and refuses people who only see the call', async () => {
    const id = await importFor(world)
    expect((await use('set_call_owner', { call_id: id, owner_id: NOBODY })).error).toMatchObject({
      ...{ code: 'validation_failed', problems: [{ pointer: '/owner_id' }] },
    })
    const { error } = await use('set_call_owner', { call_id: id, owner_id: world.mark.userId }, world.mark)
    expect(error).toMatchObject({ reason: 'owner_required' })
  })
})

describe('set_call_participants', () => {
  it('replaces all, with their sides', async () => {
    const id = await importFor(world, { participants: [{ name: 'Old', email: 'old@customer.example' }] })
    const { data } = await use('set_call_participants', {
      call_id: id,
      participants: [
        { name: 'Dana', internal: false },
        { name: 'Robin', email: 'robin@agency.example', internal: true },
      ],
    })
    expect(data).toMatchObject({ participants: 2 })
    const people = (await use('get_call_details', { call_id: id, include: ['participants'] })).data.participants
    expect(people).toEqual([
      expect.objectContaining({ name: 'Dana', internal: false }),
      expect.objectContaining({ name: 'Robin', email: 'robin@agency.example', internal: true }),
    ])
  })

  it.each<[string, unknown, string]>([
    ['a wrong address', [{ email: 'dana@' }], '/participants/0/email'],
    ['nobody', [{ internal: true }], '/participants/0'],
    ['an unknown field', [{ name: 'Dana', side: 'external' }], '/participants/0'],
  ])('refuses %s', async (_, participants, pointer) => {
    const id = await importFor(world)
    const { error } = await use('set_call_participants', { call_id: id, participants })
    expect(error.code).toBe('validation_failed')
    expect(error.problems[0].pointer.startsWith(pointer)).toBe(true)
  })
})

describe('correct_call_lines', () => {
  it('changes the lines that list_call_lines returned', async () => {
    const id = await importFor(world, { transcript: 'Speaker 1: Shall we begin?\nBob: The prize list, please.' })
    const { data: listed, text } = await use('list_call_lines', { call_id: id, containing: 'PRIZE' })
    expect(listed).toMatchObject({
      ...{ transcript_version: 1, total: 1 },
      segments: [{ segment: 1, speaker: 'Bob', text: 'The prize list, please.' }],
    })
    expect(text).toContain('Transcript version 1')
    const { data } = await use('correct_call_lines', {
      ...{ call_id: id, transcript_version: listed.transcript_version },
      segments: [
        { segment: 1, text: 'The price list, please.' },
        { segment: 0, speaker: 'Dana' },
      ],
    })
    expect(data).toMatchObject({ changed_lines: 2, transcript_version: 2 })
    expect((await attributesOf(id)).transcript).toBe('Dana: Shall we begin?\nBob: The price list, please.')
  })

  it('refuses an old version, and says what to do', async () => {
    const id = await importFor(world)
    const args = { call_id: id, transcript_version: 1, segments: [{ segment: 0, text: 'One.' }] }
    await use('correct_call_lines', args)
    const { error } = await use('correct_call_lines', { ...args, segments: [{ segment: 0, text: 'Two.' }] })
    expect(error.code).toBe('conflict')
    expect(JSON.stringify(error)).toContain('version 2 is the current one')
  })

  it.each<[string, Args]>([
    ['no lines', { transcript_version: 1, segments: [] }],
    ['a line that there is not', { transcript_version: 1, segments: [{ segment: 99, text: 'x' }] }],
    [
      'a line twice',
      {
        transcript_version: 1,
        segments: [
          { segment: 0, text: 'x' },
          { segment: 0, text: 'y' },
        ],
      },
    ],
    ['no version', { segments: [{ segment: 0, text: 'x' }] }],
  ])('refuses %s', async (_, args) => {
    const id = await importFor(world)
    expect((await use('correct_call_lines', { call_id: id, ...args })).error.code).toBe('validation_failed')
    expect((await attributesOf(id)).transcriptVersion).toBe(1)
  })
})

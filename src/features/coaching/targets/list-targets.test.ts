import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { refusedField } from '../../../testing/refusals.ts'
import { scorecardFor } from '../../../testing/scorecards-fixtures.ts'
import { targetFor } from '../../../testing/targets-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await targetFor(world, { figure: 'scorecardScore', scorecardUUID: await scorecardFor(world), minimum: 80 })
  await targetFor(world, { figure: 'talkShare', minimum: 0.4, teamUUID: world.teams.north })
  await targetFor(world, { figure: 'averageScore', minimum: 80 })
  await targetFor(world, { figure: 'talkShare', minimum: 0.4 })
})

const list = (caller: Caller | undefined, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', '/targets', { query })

describe('does', () => {
  it('sorts by figure, those of the organization first', async () => {
    const { body } = await list(world.bob)
    expect(body.data.map((one: { figure: string; teamName: string | null }) => [one.figure, one.teamName])).toEqual([
      ['talkShare', null],
      ['talkShare', 'Sales North'],
      ['averageScore', null],
      ['scorecardScore', null],
    ])
  })

  it('pages', async () => {
    const { body } = await list(world.org, { size: '3', page: '2' })
    expect([body.data.length, body.meta]).toEqual([1, { pageCount: 2, totalRecords: 4, pageNumber: 2, pageSize: 3 }])
  })
})

describe('refuses', () => {
  it('a page that is too large', async () => {
    const answer = await list(world.org, { size: '201' })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/query/size')])
  })
})

describe('who may', () => {
  it('everybody in the organization, and nobody else', async () => {
    expect((await list(world.mallory)).body.data).toEqual([])
    expect((await list(undefined)).status).toBe(401)
  })
})

/** The erasure of a person removes the person from the glossary. */
import { expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createWorld } from '../../../testing/world.ts'
import { eraseFromGlossary } from './erase.ts'
import { loadGlossary } from './lookup.ts'

it('deletes terms that name the person, rewrites meanings, and leaves other organizations alone', async () => {
  const world = await createWorld()
  const terms = [
    { term: 'Zelda Quist', kind: 'person', misheard: ['Selda Kwist'] },
    { term: 'ZQ', aliases: ['Zelda Quist account'] },
    { term: 'Northlight', meaning: 'Project of Zelda Quist' },
    { term: 'Garden' },
  ]
  for (const caller of [world.org, world.rivalOrg]) {
    await call(world.app, caller, 'POST', '/glossary/import', { body: { terms } })
  }
  const database = world.app.store.of(world.acme)
  const mentions = {
    substrings: ['zelda quist'],
    isMentioned: (text: string) => text.includes('Zelda Quist'),
    rewrite: (text: string) => text.replace('Zelda Quist', '[person]'),
  }
  expect(await database.transact((tx) => eraseFromGlossary(tx, world.acme, mentions))).toBe(3)
  const list = async (caller: typeof world.org) =>
    (await call(world.app, caller, 'GET', '/glossary')).body.data.map(
      ({ term, meaning }: { term: string; meaning: string }) => [term, meaning],
    )
  expect(await list(world.org)).toEqual([
    ['Garden', ''],
    ['Northlight', 'Project of [person]'],
  ])
  expect(await list(world.rivalOrg)).toHaveLength(4)
  expect((await loadGlossary(database.read, world.acme))?.json).not.toContain('Quist')
  expect(
    await world.app.store.owner.query('select key from glossary_spellings where organization_id = $1 order by key', [
      world.acme,
    ]),
  ).toEqual([{ key: 'garden' }, { key: 'northlight' }])
})

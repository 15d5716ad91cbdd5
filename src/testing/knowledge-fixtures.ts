/** Knowledge base sources for tests, and what is stored of them. */
import type { JobRun } from '../core/jobs.ts'
import { embedPassages } from '../features/text/passages/index.ts'
import { call } from './call.ts'
import { fileForm } from './file-form.ts'
import { notFound } from './refusals.ts'
import type { Caller, World } from './world.ts'

export const SOURCES = '/knowledge-base/sources'

export async function sourceFor(world: World, given: Record<string, unknown> = {}): Promise<string> {
  const body = { title: 'Prices', content: '# Prices\n\nA seat costs ten a month.', ...given }
  const answer = await call(world.app, world.org, 'POST', SOURCES, { body })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data.id
}

/** A file that waits to be read: `world.app.drain(world.acme)` reads it. */
export async function fileSourceFor(world: World, name: string, content: string | Buffer): Promise<string> {
  const answer = await call(world.app, world.org, 'POST', `${SOURCES}/upload`, fileForm(name, content))
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data.id
}

/** The runs of jobs that deal with sources themselves: that passages are embedded afterwards is another matter. */
export const drainSources = async (world: World): Promise<JobRun[]> =>
  (await world.app.drain(world.acme)).filter(({ job }) => job !== embedPassages.id)

export const attributesOf = async (world: World, id: string) =>
  (await call(world.app, world.org, 'GET', `${SOURCES}/${id}`)).body.data?.attributes

export interface StoredPassage {
  headings: string[]
  text: string
}

export async function passagesStored(world: World, id: string): Promise<StoredPassage[]> {
  const rows = await world.app.store.owner.query<StoredPassage & { position: number }>(
    'select position, headings, text from passages where text_id = $1 order by position',
    [id],
  )
  return rows.map(({ headings, text }) => ({ headings, text }))
}

/** The row and its passages, to see that a refusal changed nothing. */
export async function sourceStored(world: World, id: string): Promise<unknown> {
  const rows = await world.app.store.owner.query('select to_jsonb(s) as row from knowledge_sources s where id = $1', [
    id,
  ])
  return { rows, passages: await passagesStored(world, id) }
}

export const noSource = notFound('knowledge_base_source')

export const readers = (world: World): Caller[] => [world.org, world.alice, world.mark, world.bob, world.carol]
export const admins = (world: World): Caller[] => [world.org, world.alice]
export const others = (world: World): Caller[] => [world.mark, world.bob, world.carol]
export const rivals = (world: World): Caller[] => [world.mallory, world.rivalOrg]

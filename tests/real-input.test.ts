/**
 * Conversations go in and come out equal, through the API: those that ship with the repository, and recorded ones where
 * they are (`corpora.ts`).
 */
import { glob, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readTranscript, TranscriptFault } from '../src/features/text/transcripts/index.ts'
import { call } from '../src/testing/call.ts'
import { createTestApp } from '../src/testing/create-test-app.ts'
import { createPen, createTruth, json, REFUSALS, SAMPLES } from '../src/testing/form-samples/index.ts'
import { realData } from '../src/testing/real-data.ts'
import { createWorld, type World } from '../src/testing/world.ts'
import { CORPORA, type CorpusLine } from './corpora.ts'

const corpora = CORPORA.map((corpus) => [corpus.name, corpus] as const)
const app = await createTestApp()

async function importLines(world: World, lines: readonly string[]): Promise<string[]> {
  const answer = await call(app, world.org, 'POST', '/conversations/import', {
    headers: { 'content-type': 'application/x-ndjson' },
    body: lines.map((line) => `{"transcript":${line}}\n`).join(''),
  })
  expect(answer.status).toBe(202)
  return answer.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).uuid)
}

const detailed = async (world: World, id: string) =>
  (await call(app, world.org, 'GET', `/conversations/${id}`, { query: { detailedTranscript: 'true' } })).body.attributes

/** What an export must carry: everything but what an installation gives by itself. */
function comparable(attributes: Record<string, unknown>) {
  const {
    uuid: _,
    createdAt: _1,
    updatedAt: _changed,
    userUUID: _2,
    user: _3,
    teamUUID: _4,
    externalOpportunity,
    dealUUID: _5,
    ...rest
  } = attributes
  return { ...rest, opportunity: (externalOpportunity as { title: string } | null)?.title ?? null }
}

describe('conversations', () => {
  it.each(corpora)(
    'of %s import without a loss: segments, words and times come back equal',
    async (_, { count, read }) => {
      const world = await createWorld(app)
      const lines = (await read()).trim().split('\n')
      expect(lines).toHaveLength(count)
      const ids = await importLines(world, lines)
      expect(new Set(ids).size).toBe(count)
      for (const [index, line] of lines.entries()) {
        const told = JSON.parse(line) as CorpusLine
        const attributes = await detailed(world, ids[index] ?? '')
        expect(attributes.title).toBe(told.title)
        expect(attributes.source.externalId).toBe(told.id)
        const back = attributes.transcript.map((segment: never) => flat(segment))
        expect(back).toEqual(
          told.segments.map(({ speaker, text, start, end }) => ({
            speaker,
            text,
            start: start ?? null,
            end: end ?? null,
          })),
        )
      }
    },
    120_000,
  )

  it.each(corpora)(
    'of %s survive vCon: exported and imported elsewhere they are equal',
    async (_, { read }) => {
      const world = await createWorld(app)
      const lines = (await read())
        .trim()
        .split('\n')
        .filter((_, index) => index % 10 === 0)
      for (const id of await importLines(world, lines)) {
        const file = await call(app, world.org, 'GET', `/conversations/${id}/export`, { query: { format: 'vcon' } })
        expect(file.status).toBe(200)
        const again = await call(app, world.rivalOrg, 'POST', '/conversations/import', {
          body: { transcript: file.body },
        })
        const query = {
          detailedTranscript: 'true',
          'filter[include_import_metadata]': 'true',
          'filter[include_internal_participants]': 'true',
        }
        const there = await call(app, world.rivalOrg, 'GET', `/conversations/${again.body.uuid}`, { query })
        const here = await call(app, world.org, 'GET', `/conversations/${id}`, { query })
        expect(comparable(there.body.attributes)).toEqual(comparable(here.body.attributes))
      }
    },
    120_000,
  )
})

function flat(segment: {
  speaker: { name: string }
  start: number | null
  end: number | null
  words: { text: string }[]
}) {
  const { speaker, start, end, words } = segment
  return { speaker: speaker.name, text: words.map((word) => word.text).join(' '), start, end }
}

/** Files in the forms of other products: samples that ship with the repository, and files that tools have written. */
async function listFiles(): Promise<{ name: string; source: string }[]> {
  const format = (value: unknown) => (typeof value === 'string' ? value : json(value))
  const samples = SAMPLES.map(({ id, write, people }) => {
    const truth = createTruth(people ?? 3)
    return { name: `samples/${id}`, source: format(write(truth, createPen(truth))) }
  })
  const refused = REFUSALS.map(({ id, content }) => ({ name: `refused/${id}`, source: format(content) }))
  const files = realData === undefined ? [] : await Array.fromAsync(glob('formats/*/*', { cwd: realData }))
  const recorded = files.map(async (name) => ({ name, source: await readFile(`${realData}/${name}`, 'utf8') }))
  return [...samples, ...refused, ...(await Promise.all(recorded))]
}

describe('files as tools write them', () => {
  it('import when they are valid, and are refused with their line or pointer when they are broken', async () => {
    const world = await createWorld(app)
    const files = await listFiles()
    expect(files.length).toBeGreaterThan(60)
    let imported = 0
    for (const { name, source } of files) {
      const answer = await call(app, world.org, 'POST', '/conversations/import', {
        body: { transcript: source, conversationTitle: basename(name), applicationExternalID: name },
      })
      const fault = faultOf(source)
      if (fault === undefined) {
        imported++
        expect([name, answer.status]).toEqual([name, 202])
        continue
      }
      expect([name, answer.status]).toEqual([name, 400])
      const place = fault.line === undefined ? answer.body.source.pointer : answer.body.detail
      expect([name, place]).toEqual([
        name,
        expect.stringMatching(fault.line === undefined ? /^\/transcript/ : new RegExp(`^Line ${fault.line}: `)),
      ])
    }
    const list = await call(app, world.org, 'GET', '/conversations/list', { query: { size: '1' } })
    expect(list.body.meta.totalRecords).toBe(imported)
    expect(imported).toBeGreaterThan(40)
    expect(imported).toBeLessThan(files.length)
  }, 300_000)
})

function faultOf(source: string): TranscriptFault | undefined {
  try {
    readTranscript(source)
    return undefined
  } catch (error) {
    if (error instanceof TranscriptFault) return error
    throw error
  }
}

import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { callTool } from '../../../../testing/call-tool.ts'
import { fileForm } from '../../../../testing/file-form.ts'
import { sendRecording, TONE } from '../../../../testing/recordings-fixtures.ts'
import { createWorld, type World } from '../../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>Shall we begin?\n\n00:03.000 --> 00:04.000\n<v Bob>Yes.\n'
const READING = {
  ...{ form: 'WebVTT', taken: ['2 segments', '2 speakers', 'start and end times'], missing: [], leftOut: [] },
}
const post = (body: unknown) => call(world.app, world.bob, 'POST', '/conversations/import', { body })

describe('the answer of an import says what was recognized', () => {
  it('of a text, a file and a large transcript, as the metadata of the conversation do', async () => {
    const { body, status } = await post({ transcript: VTT })
    expect([status, body]).toEqual([202, { uuid: expect.any(String), reading: READING }])
    const query = { 'filter[include_import_metadata]': 'true' }
    const stored = await call(world.app, world.bob, 'GET', `/conversations/${body.uuid}`, { query })
    expect(stored.body.attributes.importMetadata.reading).toEqual(READING)
    const file = await call(world.app, world.bob, 'POST', '/conversations/import', fileForm('a.vtt', VTT))
    expect(file.body.reading).toEqual(READING)
    const lines = Array.from({ length: 12_000 }, (_, index) => `Ann: This is line number ${index}.`).join('\n')
    expect((await post({ transcript: lines })).body.reading).toMatchObject({
      ...{ form: 'Plain text', taken: ['12000 segments', '1 speaker'], missing: ['times'] },
    })
  })

  it('with title and date, and with what was left out', async () => {
    const transcript = {
      title: 'Renewal',
      startedAt: '2026-03-11T15:00:00Z',
      segments: [{ speaker: 'Bob', text: 'Shall we begin?', start: 0, end: 2.5 }],
    }
    expect((await post({ transcript })).body.reading.taken).toEqual([
      ...['1 segment', '1 speaker', 'start and end times', 'title', 'start of the conversation'],
    ])
    const jigasi = {
      ...{
        room_name: 'r',
        room_url: 'https://meet.example/r',
        start_time: 1_700_000_000_000,
        initial_participants: [],
      },
      events: [
        { event: 'JOIN', timestamp: 1_700_000_000_000, participant: { name: 'Ann', id: 'a' } },
        {
          ...{
            event: 'SPEECH',
            timestamp: 1_700_000_001_000,
            participant: { name: 'Ann', id: 'a' },
            is_interim: false,
          },
          transcript: [{ text: 'Hello.', confidence: 0.9 }],
        },
      ],
    }
    const { leftOut } = (await post({ transcript: JSON.stringify(jigasi) })).body.reading
    expect(leftOut).toEqual([{ what: expect.any(String), count: 1 }])
  })

  it('in each line of many, and again when an import is repeated', async () => {
    const line = JSON.stringify({ transcript: VTT, applicationName: 'zoom', applicationExternalID: 'reading-1' })
    const answer = await call(world.app, world.bob, 'POST', '/conversations/import', {
      body: `${line}\n${line}`,
      headers: { 'content-type': 'application/x-ndjson' },
    })
    const results = answer.text
      .trim()
      .split('\n')
      .map((one) => JSON.parse(one))
    expect(results.map(({ reading }) => reading)).toEqual([READING, READING])
    expect(new Set(results.map(({ uuid }) => uuid)).size).toBe(1)
  })

  it('of a recording with nothing, and to an assistant in words', async () => {
    expect((await sendRecording(world, world.bob, TONE)).body).toEqual({ uuid: expect.any(String) })
    const { text } = await callTool(world.app, world.bob, 'import_call', { transcript: VTT })
    expect(text).toContain('Recognized WebVTT: 2 segments, 2 speakers, start and end times.')
  })
})

import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import JSZip from 'jszip'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { segmentText } from '../../text/transcripts/index.ts'
import { readConversations, readFolder, unpackArchive } from './index.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-folder-test-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

async function write(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = join(root, name)
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return folder
}

/** Files of each conversation, its speakers with times, and what was left out. */
async function read(folder: string) {
  const { conversations, leftOut } = await readFolder(folder)
  const found: (readonly [string | undefined, string | undefined, string])[] = []
  const name = (path: string | undefined) => (path === undefined ? undefined : relative(folder, path))
  for (const files of conversations) {
    const said: string[] = []
    for await (const outcome of readConversations(files)) {
      if ('fault' in outcome) said.push(outcome.fault.message)
      else
        for (const { speaker, start, end, ...segment } of outcome.document.segments)
          said.push(`${speaker.name} ${start}–${end} ${segmentText({ ...segment })}`)
    }
    found.push([name(files.transcript), name(files.recording), said.join(' / ')])
  }
  return { found, leftOut: leftOut.map(name) }
}

const SRT = `1\n00:00:01,000 --> 00:00:03,000\nGood morning, this is\n\n2\n00:00:03,000 --> 00:00:04,500\nabout the scanners.\n\n3\n00:00:05,000 --> 00:00:07,250\nThanks for calling back.\n`
const OTTER = `Nora Lind  0:01  \nGood morning, this is about the scanners.\n\nTomas Oka  0:05  \nThanks for calling back.\n\nTranscribed by https://otter.ai\n`

describe('files of the same name', () => {
  it('are one conversation, with names of one transcript and ends of the other', async () => {
    const folder = await write('otter', { 'Kickoff.srt': SRT, 'Kickoff.txt': OTTER, 'Kickoff.pdf': '%PDF-1.4' })
    expect(await read(folder)).toEqual({
      found: [
        [
          'Kickoff.txt',
          undefined,
          'Nora Lind 1–4.5 Good morning, this is about the scanners. / Tomas Oka 5–7.25 Thanks for calling back.',
        ],
      ],
      leftOut: ['Kickoff.pdf', 'Kickoff.srt'],
    })
  })

  it('keep the times of the names alone, if the words differ', async () => {
    const folder = await write('differ', { 'a.srt': SRT.replace('Thanks', 'Thank you'), 'a.txt': OTTER })
    expect((await read(folder)).found).toEqual([
      [
        'a.txt',
        undefined,
        'Nora Lind 1–null Good morning, this is about the scanners. / Tomas Oka 5–null Thanks for calling back.',
      ],
    ])
  })

  it('are read with all times, if only the text has names', async () => {
    const text = 'Nora Lind: Good morning, this is about the scanners.\nTomas Oka: Thanks for calling back.\n'
    const folder = await write('names', { 'a.srt': SRT, 'a.txt': text, 'a.mp3': 'sound', 'a.amr': 'sound' })
    expect(await read(folder)).toEqual({
      found: [
        [
          'a.txt',
          'a.amr',
          'Nora Lind 1–4.5 Good morning, this is about the scanners. / Tomas Oka 5–7.25 Thanks for calling back.',
        ],
      ],
      leftOut: ['a.mp3', 'a.srt'],
    })
  })

  it('prefer a readable transcript, and times to a text without names', async () => {
    const folder = await write('readable', {
      'a.json': '{"rows": []}',
      'a.vtt': `WEBVTT\n\n${SRT.replaceAll(',0', '.0').replaceAll(',2', '.2').replaceAll(',5', '.5')}`,
      'b.pdf': '%PDF-1.4',
    })
    expect((await read(folder)).found.map(([transcript]) => transcript)).toEqual(['a.vtt', 'b.pdf'])
  })
})

const SLACK = {
  'users.json': JSON.stringify([{ id: 'U1', profile: { real_name: 'Ann Lee' } }]),
  'channels.json': JSON.stringify([{ id: 'C1', name: 'general' }]),
  'integration_logs.json': '[]',
  'general/2016-02-25.json': JSON.stringify([
    { type: 'message', user: 'U1', text: 'Hello', ts: '1456427378.000002' },
    { type: 'message', user: 'U2', text: 'Hi <@U1>', ts: '1456427380.000003' },
  ]),
}

describe('an export of Slack', () => {
  it('has a conversation per channel and day, with the names of its users', async () => {
    expect(await read(await write('slack', SLACK))).toEqual({
      found: [['general/2016-02-25.json', undefined, 'Ann Lee 0–null Hello / U2 2–null Hi @Ann Lee']],
      leftOut: [],
    })
  })

  it('can be an archive, from which nothing is written outside of the folder', async () => {
    const zip = new JSZip()
    for (const [path, content] of Object.entries({ ...SLACK, '../outside.json': '[]', 'run.sh': 'x' }))
      zip.file(path, content)
    const path = join(root, 'export.zip')
    await writeFile(path, await zip.generateAsync({ type: 'uint8array' }))
    const folder = join(root, 'unpacked')
    await unpackArchive(path, folder)
    expect((await read(folder)).found[0]?.[0]).toBe('general/2016-02-25.json')
    expect(await readdir(folder)).not.toContain('run.sh')
    expect(await readdir(root)).not.toContain('outside.json')
    await writeFile(path, 'PK\u0003\u0004 damaged')
    await expect(unpackArchive(path, folder)).rejects.toThrow(/damaged/)
  })
})

/** The real conversations that benchmarks import: a request body each, as `POST /v2/conversations/import` takes it. */
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ROOT } from './processes.ts'

const FILES = [
  'zoom/meetings.jsonl',
  'qmsum/meetings.jsonl',
  'earnings21/calls.jsonl',
  'star/chats.jsonl',
  'p4g/chats.jsonl',
]

/** One line of NDJSON a conversation. The folder is PARLEY_DATA, else the one that lies beside the repository. */
export async function readConversations(): Promise<string[]> {
  const folder = resolve(ROOT, process.env.PARLEY_DATA ?? '../shared/data')
  const sources = await Promise.all(FILES.map((file) => readFile(join(folder, file), 'utf8')))
  return sources.flatMap((source) =>
    source
      .split('\n')
      .filter((line) => line !== '')
      .map(importLine),
  )
}

interface Source {
  readonly id: string
  readonly title: string
  readonly segments: unknown
}

function importLine(line: string): string {
  const conversation = JSON.parse(line) as Source
  return JSON.stringify({
    transcript: conversation,
    conversationTitle: conversation.title,
    applicationName: 'bench',
    applicationExternalID: conversation.id,
  })
}

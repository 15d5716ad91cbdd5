/** Converts transcript files of the demo to import formats, and finds the times of quotes. */
import { readFile } from 'node:fs/promises'
import { type DemoCall, TALKS } from './calls.ts'
import { type AccountKey, ADDRESSES } from './people.ts'
import { readSpokenTurns } from './recordings.ts'
import { asV1, asV2, type DemoLine, type DemoTurn, parseDemoLines, timeTurns } from './spoken.ts'

export interface RenderedCall {
  readonly lines: readonly DemoLine[]
  /** Turns with word times. Undefined for plain text. */
  readonly turns: readonly DemoTurn[] | undefined
  /** Transcript in an import format. */
  readonly transcript: unknown
  readonly participants: readonly { name: string; email: string; organizer: boolean }[]
}

export async function renderTranscript(talk: DemoCall): Promise<RenderedCall> {
  const source = await readFile(new URL(`talks/${talk.id}.txt`, import.meta.url), 'utf8')
  const lines = parseDemoLines(source)
  const turns = await renderTurns(talk, lines)
  const names = new Set([...lines.map(({ speaker }) => speaker), ...(talk.alsoThere ?? [])])
  return {
    lines,
    turns,
    transcript: turns === undefined ? source : talk.form === 'V2' ? asV2(turns) : asV1(turns),
    participants: [...names].map((name) => ({ name, email: getEmailAddress(name), organizer: name === talk.owner })),
  }
}

async function renderTurns({ id, sound, form }: DemoCall, lines: readonly DemoLine[]): Promise<DemoTurn[] | undefined> {
  if (sound) return readSpokenTurns(id, lines)
  return form === 'plain' ? undefined : timeTurns(lines)
}

function getEmailAddress(name: string): string {
  const address = ADDRESSES.get(name)
  if (address === undefined) throw new Error(`The demo has no person with the name ${name}.`)
  return address
}

/** Start of the text `from` and end of the text `to`, in seconds. @throws Error if the call doesn't contain them */
export function momentIn(turns: readonly DemoTurn[], from: string, to: string): { start: number; end: number } {
  const said = turns.flatMap(({ words }) => words)
  const text = said.map((word) => word.text).join(' ')
  const wordAt = (character: number) => text.slice(0, character).split(' ').length - 1
  const first = text.indexOf(from)
  const last = text.indexOf(to, first)
  const start = said[wordAt(first)]?.startTimestamp
  const end = said[wordAt(last + to.length - 1)]?.endTimestamp
  if (first === -1 || last === -1 || start === undefined || end === undefined) {
    throw new Error(`The demo call doesn't contain "${from}" … "${to}".`)
  }
  return { start, end }
}

/** Times of a part of a demo call. @throws Error if the call has no times or doesn't contain the words */
export async function findMoment(id: string, from: string, to: string): Promise<{ start: number; end: number }> {
  const talk = TALKS.find((one) => one.id === id)
  const turns = talk && (await renderTranscript(talk)).turns
  if (turns === undefined) throw new Error(`The demo call ${id} has no times.`)
  return momentIn(turns, from, to)
}

export const companyLink = (account: AccountKey) => ({ code: 'companies', id: account })

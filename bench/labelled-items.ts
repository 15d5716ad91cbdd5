/**
 * Labelled sentences with their dialog, written for this project (`bench/labelled-items/*.txt`): action items, decisions,
 * and sentences that only look like them. A blank line separates dialogs, and each line ends with its label: `[a Ann]`
 * for a task of Ann, `[a]` for a task of somebody unknown, `[d]` for a decision, `[- question]` for neither, and
 * `[? condition]` for a sentence that may be listed if its condition is visible.
 */
import { readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

const FOLDER = new URL('./labelled-items/', import.meta.url)
const LINE = /^([^:]+): (.+) \[(a|d|-|\?)(?: ([^\]]+))?\]$/

export interface LabelledLine {
  readonly speaker: string
  readonly text: string
  readonly label: 'a' | 'd' | '-' | '?'
  /** Owner of a task, or what kind of sentence it is otherwise. */
  readonly detail: string | null
}

export interface LabelledDialog {
  /** Name of the file, such as `sales`. */
  readonly domain: string
  readonly lines: readonly LabelledLine[]
}

export async function readLabelledDialogs(): Promise<LabelledDialog[]> {
  const files = (await readdir(fileURLToPath(FOLDER))).filter((file) => file.endsWith('.txt')).toSorted()
  const read = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(new URL(file, FOLDER), 'utf8')
      const blocks = text.split(/\n{2,}/).filter((block) => block.trim() !== '' && !block.startsWith('#'))
      return blocks.map((block) => ({ domain: basename(file, '.txt'), lines: block.trim().split('\n').map(parseLine) }))
    }),
  )
  return read.flat()
}

function parseLine(line: string): LabelledLine {
  const [, speaker, text, label, detail] = LINE.exec(line) ?? []
  if (speaker === undefined || text === undefined || label === undefined)
    throw new Error(`not a labelled line: ${line}`)
  return { speaker, text, label: label as LabelledLine['label'], detail: detail ?? null }
}

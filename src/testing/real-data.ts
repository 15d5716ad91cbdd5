/**
 * Folder of recorded conversations, which aren't part of the repository: PARLEY_DATA, else a folder beside the clone.
 * Undefined if there is none. Then tests use the written conversations of `tests/corpora.ts` only, and tests of the
 * recordings themselves are skipped; `npm test` lists them.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const named = process.env.PARLEY_DATA
const folder = resolve(fileURLToPath(new URL('../..', import.meta.url)), named ?? '../shared/data')
if (named !== undefined && !existsSync(folder)) {
  throw new Error(
    `PARLEY_DATA is ${named}, which isn't a folder. Name the folder of recorded conversations, or unset it.`,
  )
}

export const realData: string | undefined = existsSync(folder) ? folder : undefined

/**
 * The folder of real conversations, which are no part of the project: PARLEY_DATA, else a folder beside the clone. Tests
 * on them are skipped, and say so, where it is not there.
 */
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const realData = resolve(
  fileURLToPath(new URL('../..', import.meta.url)),
  process.env.PARLEY_DATA ?? '../shared/data',
)

/** A process that begins a book, says so, and never ends it: to be killed. Its settings are those of its environment. */
import { openApp } from '../src/app.ts'
import { readConfig } from '../src/core/config.ts'
import { createLog } from '../src/core/log.ts'
import { openDoor } from '../src/testing/open-http-app.ts'
import { writePage, writesBooks } from './long-work.ts'

const log = createLog('warn')
const app = await openApp(readConfig(process.env), log)
const operation = writesBooks(async (_book, ctx) => {
  await writePage(ctx)
  process.stdout.write('a page is written\n')
  await new Promise(() => {})
})
const { url } = await openDoor(app, [operation], { log })
process.stdout.write(`${url}\n`)

/** `parley export`, which runs the same operations as the REST API. */
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Command, Option } from 'commander'
import type { Config } from '../core/config.ts'
import { AppError } from '../core/errors.ts'
import { FileAnswer, type StoredAnswer } from '../core/operation.ts'
import type { Rows } from '../core/page.ts'
import { runOperation } from '../core/run-operation.ts'
import {
  EXPORT_FORMATS,
  exportConversation,
  listConversationsOptimized,
} from '../features/conversations/records/index.ts'
import { isWithin } from './is-within.ts'
import { progressBar } from './progress-bar.ts'
import {
  answer,
  type CommonOptions,
  loadConfig,
  ORGANIZATION_OPTION,
  requireOrganization,
  withApp,
  withCommonOptions,
} from './settings.ts'
import { UsageError } from './usage-error.ts'
import { writePrivately } from './write-privately.ts'

export function registerExportCommand(command: Command): void {
  withCommonOptions(command)
    .option(...ORGANIZATION_OPTION)
    .requiredOption('--out <folder>', 'folder to write to')
    .addOption(new Option('--format <format>', 'file format').choices(EXPORT_FORMATS).default('vcon'))
    .action(exportAll)
}

interface ExportOptions extends CommonOptions {
  readonly organization?: string
  readonly out: string
  readonly format: string
}

/** @throws UsageError if the path can't become a folder of exported files */
async function requireExportTarget(folder: string, { dataDir }: Pick<Config, 'dataDir'>): Promise<void> {
  const there = await stat(folder).catch(() => undefined)
  if (there?.isDirectory() === false) throw new UsageError(`${folder} is a file. Set --out to a folder.`)
  if (await isWithin(dataDir, folder))
    throw new UsageError(`${folder} is in the data folder ${dataDir}. Set --out to another folder.`)
}

async function exportAll(options: ExportOptions): Promise<void> {
  await requireExportTarget(options.out, loadConfig(options))
  await withApp(options, async (app) => {
    const ctx = app.contextFor(app.operator(await requireOrganization(app, options.organization)))
    await mkdir(options.out, { recursive: true, mode: 0o700 })
    const bar = progressBar('conversations')
    const totals = { exported: 0, refused: 0 }
    for (let page = 1, pages = 1; page <= pages; page++) {
      const list = (await runOperation(
        listConversationsOptimized,
        { page: String(page), size: '50', 'filter[archived]': 'true' },
        ctx,
      )) as { data: Rows<{ id: string }>; meta: { pageCount: number; totalRecords: number } }
      pages = list.meta.pageCount
      if (page === 1) bar?.start(list.meta.totalRecords, 0)
      for await (const batch of list.data.batches) {
        for (const { id } of batch) {
          try {
            const input = { id, format: options.format }
            const file = (await runOperation(exportConversation, input, ctx)) as FileAnswer | StoredAnswer
            await writePrivately(join(options.out, file.fileName), await readAnswer(file))
            totals.exported++
          } catch (error) {
            if (!(error instanceof AppError)) throw error
            totals.refused++
            process.stderr.write(`${id}: ${error.message}\n`)
          }
          bar?.increment()
        }
      }
    }
    bar?.stop()
    answer(options, totals, [`${totals.exported} exported, ${totals.refused} failed`])
    if (totals.refused > 0) process.exitCode = 1
  })
}

async function readAnswer(file: FileAnswer | StoredAnswer): Promise<string | Uint8Array> {
  return file instanceof FileAnswer ? file.body : Buffer.concat(await (await file.open(undefined)).toArray())
}

/**
 * Imports several files: lists the calls that they become, then uploads them one after the other, with progress and result.
 * The server groups the files by their names, as the folder import does. A JSON Lines file is imported line by line. After a
 * single call, the browser opens it.
 */
import { t } from '../../inbound/web/languages/messages.browser.ts'
import { findProblem } from '../components/upload.browser.ts'
import { ArchiveError, type ImportFile, isArchive, readArchive } from './archive.browser.ts'
import { type ImportGroup, ImportRow } from './import-row.browser.ts'

/** Maximum size of a JSON Lines file that the browser splits, in bytes. */
const LINES_MAX = 32 * 1024 * 1024

const box = document.querySelector<HTMLElement>('[data-sends]')
const form = box?.querySelector('form') ?? null
const sent = document.querySelector<HTMLElement>(box?.dataset.sends ?? '')
const field = form?.querySelector<HTMLInputElement>('input[type=file]') ?? null
const pairs = box?.dataset.pairs
const compares = box?.dataset.compares
/** Maximum size of the transcripts of one call that are compared, in bytes, and maximum number of such calls. */
const COMPARED_BYTES_MAX = 3 * 1024 * 1024
const COMPARED_MAX = 100

/** Calls of the chosen files. Undefined without files. */
let chosen: Promise<ImportRow[]> | undefined

if (form !== null && field !== null && sent !== null && pairs !== undefined) {
  field.multiple = true
  const choose = (files: Promise<ImportFile[]>) => {
    chosen = showGroups(form, sent, files, pairs)
    chosen.catch(() => {
      chosen = undefined
    })
  }
  field.addEventListener('change', () => choose(readFiles([...(field.files ?? [])])))
  addFolderButton(form, choose)
  form.addEventListener('submit', (event) => {
    if (chosen === undefined && (field.files?.length ?? 0) === 0) return
    event.preventDefault()
    if (chosen === undefined) choose(readFiles([...(field.files ?? [])]))
    void sendAll(form, field)
  })
  for (const name of ['dragover', 'drop'] as const) {
    form.addEventListener(name, (event) => {
      if (event.dataTransfer === null || ![...event.dataTransfer.types].includes('Files')) return
      event.preventDefault()
      if (name === 'drop') choose(readDropped(event.dataTransfer))
    })
  }
}

/** Button that opens a dialog for a folder, which a file field of several files doesn't have. */
function addFolderButton(of: HTMLFormElement, choose: (files: Promise<ImportFile[]>) => void): void {
  const several = of.querySelector<HTMLElement>('[data-several]')
  const button = several?.querySelector('button') ?? null
  if (several === null || button === null) return
  several.hidden = false
  const folder = document.createElement('input')
  folder.type = 'file'
  folder.webkitdirectory = true
  folder.addEventListener('change', () => choose(readFiles([...(folder.files ?? [])])))
  button.addEventListener('click', () => folder.click())
}

const toImportFile = (file: File, path = file.webkitRelativePath || file.name): ImportFile => ({
  path,
  open: async () => file,
})

/** Files, and those in archives. */
async function readFiles(files: readonly File[]): Promise<ImportFile[]> {
  const read = await Promise.all(
    files.map((file) => (isArchive(file) ? unpack(file, files.length > 1) : [toImportFile(file)])),
  )
  return read.flat()
}

/** Files of an archive. One of several that can't be read is listed with the reason, and doesn't stop the others. */
async function unpack(archive: File, isOneOfSeveral: boolean): Promise<ImportFile[]> {
  try {
    return await readArchive(archive)
  } catch (error) {
    if (!(error instanceof ArchiveError) || !isOneOfSeveral) throw error
    return [{ path: archive.name, open: () => Promise.reject(error) }]
  }
}

/** Files and folders that were dropped. The list of items is valid only in the event, so entries are read from it first. */
async function readDropped({ items, files }: DataTransfer): Promise<ImportFile[]> {
  const entries = [...items].map((item) => item.webkitGetAsEntry?.() ?? null)
  if (entries.every((entry) => entry === null || entry.isFile)) return readFiles([...files])
  const read = await Promise.all(entries.map((entry) => (entry === null ? [] : readEntry(entry))))
  return read.flat()
}

async function readEntry(entry: FileSystemEntry): Promise<ImportFile[]> {
  const path = entry.fullPath.replace(/^\//, '')
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
    return isArchive(file) ? unpack(file, true) : [toImportFile(file, path)]
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const found: ImportFile[] = []
  // A folder returns its entries in parts, the last of which is empty.
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (part.length === 0) return found
    for (const each of part) found.push(...(await readEntry(each)))
  }
}

/** Lists the calls before they are imported. */
async function showGroups(
  of: HTMLFormElement,
  where: HTMLElement,
  reading: Promise<ImportFile[]>,
  address: string,
): Promise<ImportRow[]> {
  const list = where.querySelector('ol')
  if (list === null) return []
  list.replaceChildren()
  try {
    const files = (await Promise.all((await reading).map(splitFile))).flat()
    const groups = files.length < 2 ? files.map(toGroup) : await loadGroups(of, files, address)
    const rows = (await sortTranscripts(of, groups)).map((group) => new ImportRow(list, group))
    where.hidden = rows.length === 0
    return rows
  } catch (error) {
    const item = document.createElement('li')
    item.className = 'conversations-refused'
    item.textContent = error instanceof ArchiveError ? error.message : t("Couldn't read the files. Choose them again.")
    list.append(item)
    where.hidden = false
    throw error
  }
}

const toGroup = (file: ImportFile): ImportGroup => ({
  ...{ transcripts: [file], recording: undefined, others: [], users: undefined },
})

/** Groups that the server forms from the names of the files. */
async function loadGroups(of: HTMLFormElement, files: readonly ImportFile[], address: string): Promise<ImportGroup[]> {
  const body = new URLSearchParams({ form: String(new FormData(of).get('form') ?? '') })
  for (const { path } of files) body.append('path', path)
  const response = await fetch(address, { method: 'POST', body })
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const list = page.querySelector('[data-groups]')
  if (list === null) throw new ArchiveError(findProblem(page) ?? t("Couldn't read the files. Choose them again."))
  const select = (item: HTMLElement, name: string): ImportFile[] =>
    (item.dataset[name] ?? '').split(' ').flatMap((index) => {
      const file = index === '' ? undefined : files[Number(index)]
      return file === undefined ? [] : [file]
    })
  return [...list.querySelectorAll<HTMLElement>('li')].map((item) => ({
    transcripts: select(item, 'transcripts'),
    recording: select(item, 'recording')[0],
    others: select(item, 'others'),
    users: select(item, 'users')[0],
  }))
}

/** Sorts the transcripts of each call by their information, so that the best one is preselected. */
async function sortTranscripts(of: HTMLFormElement, groups: readonly ImportGroup[]): Promise<ImportGroup[]> {
  const sorted: ImportGroup[] = []
  let compared = 0
  for (const group of groups) {
    const isCompared = group.transcripts.length > 1 && compared < COMPARED_MAX
    if (isCompared) compared++
    sorted.push(isCompared ? { ...group, transcripts: await sortByContent(of, group.transcripts) } : group)
  }
  return sorted
}

/** The order of the names stays if the texts are large, or can't be compared. */
async function sortByContent(of: HTMLFormElement, transcripts: readonly ImportFile[]): Promise<readonly ImportFile[]> {
  const files = await Promise.all(transcripts.map((file) => file.open())).catch(() => undefined)
  if (files === undefined) return transcripts
  const size = files.reduce((sum, file) => sum + file.size, 0)
  if (compares === undefined || size > COMPARED_BYTES_MAX) return transcripts
  const body = new URLSearchParams({ form: String(new FormData(of).get('form') ?? '') })
  for (const [index, file] of files.entries()) {
    body.append('path', transcripts[index]?.path ?? '')
    body.append('text', await file.text())
  }
  const response = await fetch(compares, { method: 'POST', body })
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const order = page.querySelector<HTMLElement>('[data-order]')?.dataset.order?.split(' ') ?? []
  const sorted = order.flatMap((index) => transcripts[Number(index)] ?? [])
  return sorted.length === transcripts.length ? sorted : transcripts
}

async function sendAll(of: HTMLFormElement, files: HTMLInputElement): Promise<void> {
  const button = of.querySelector<HTMLButtonElement>('button:not([type=button])')
  const rows = await chosen?.catch(() => undefined)
  if (rows === undefined || button === null) return
  button.disabled = true
  of.setAttribute('aria-busy', 'true')
  for (const row of rows) row.wait()
  let last: string | undefined
  for (const row of rows) last = await row.send(of, rows.length > 1)
  button.disabled = false
  of.removeAttribute('aria-busy')
  files.value = ''
  chosen = undefined
  if (rows.length === 1 && last !== undefined) location.assign(last)
}

async function splitFile(file: ImportFile): Promise<ImportFile[]> {
  if (!/\.(jsonl|ndjson)$/i.test(file.path)) return [file]
  const content = await file.open()
  if (content.size > LINES_MAX) return [file]
  const lines = (await content.text()).split('\n').filter((line) => line.trim() !== '')
  if (lines.length < 2) return [file]
  return lines.map((line, index) => {
    const name = `${file.path}, line ${index + 1}`
    return toImportFile(new File([line], name), name)
  })
}

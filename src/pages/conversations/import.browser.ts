/**
 * Imports several files: uploads them one after the other, with progress and result. A JSON Lines file is imported line by
 * line. After a single file, the browser opens the imported call.
 */
import { t } from '../../inbound/web/languages/messages.browser.ts'

/** Maximum size of a JSON Lines file that the browser splits, in bytes. */
const LINES_MAX = 32 * 1024 * 1024

const box = document.querySelector<HTMLElement>('[data-sends]')
const form = box?.querySelector('form') ?? null
const place = document.querySelector<HTMLElement>(box?.dataset.sends ?? '')
const field = form?.querySelector<HTMLInputElement>('input[type=file]') ?? null

if (form !== null && field !== null && place !== null) {
  field.multiple = true
  form.addEventListener('submit', (event) => {
    const files = [...(field.files ?? [])]
    if (files.length === 0) return
    event.preventDefault()
    void sendAll(form, files, place)
  })
  for (const name of ['dragover', 'drop'] as const) {
    form.addEventListener(name, (event) => {
      if (event.dataTransfer === null || ![...event.dataTransfer.types].includes('Files')) return
      event.preventDefault()
      if (name === 'drop') field.files = event.dataTransfer.files
    })
  }
}

async function sendAll(of: HTMLFormElement, files: readonly File[], where: HTMLElement): Promise<void> {
  const list = where.querySelector('ol')
  const button = of.querySelector<HTMLButtonElement>('button:not([type=button])')
  if (list === null || button === null) return
  where.hidden = false
  button.disabled = true
  const parts = (await Promise.all(files.map(splitFile))).flat()
  const rows = parts.map((part) => new Row(list, part))
  of.setAttribute('aria-busy', 'true')
  let last: string | undefined
  for (const row of rows) last = await row.send(of, parts.length > 1)
  button.disabled = false
  of.removeAttribute('aria-busy')
  if (field !== null) field.value = ''
  if (parts.length === 1 && last !== undefined) location.assign(last)
}

async function splitFile(file: File): Promise<File[]> {
  if (!/\.(jsonl|ndjson)$/i.test(file.name) || file.size > LINES_MAX) return [file]
  const lines = (await file.text()).split('\n').filter((line) => line.trim() !== '')
  if (lines.length < 2) return [file]
  return lines.map((line, index) => new File([line], `${file.name}, line ${index + 1}`))
}

class Row {
  readonly #file: File
  readonly #bar = document.createElement('progress')
  readonly #told = document.createElement('span')

  constructor(list: Element, file: File) {
    this.#file = file
    const item = document.createElement('li')
    const name = document.createElement('bdi')
    name.textContent = file.name
    this.#bar.max = 1
    this.#bar.value = 0
    this.#bar.setAttribute('aria-label', t('Upload progress of {0}', file.name))
    this.#told.textContent = t('Waiting')
    item.append(name, this.#bar, this.#told)
    list.append(item)
  }

  /** @returns URL of the imported call */
  async send(of: HTMLFormElement, isOneOfSeveral: boolean): Promise<string | undefined> {
    const body = new FormData(of)
    // The title applies to a single call. Several calls are named after their files.
    if (isOneOfSeveral) body.delete('conversationTitle')
    body.set('one-of-several', '1')
    // The file comes after the other fields, so that the server rejects invalid fields before a large upload.
    body.delete('file')
    body.append('file', this.#file, this.#file.name)
    this.#told.textContent = t('Uploading…')
    try {
      const page = await posted(of.action, body, (share) => {
        this.#bar.value = share
        if (share === 1) this.#told.textContent = t('Processing…')
      })
      const link = page.querySelector<HTMLAnchorElement>('a[data-imported]')
      this.#bar.hidden = true
      if (link !== null) {
        this.#told.replaceChildren(t('Imported.'), ' ', document.adoptNode(link))
        return link.href
      }
      const problems = [...page.querySelectorAll('main .problem li, main .empty p')].map(
        ({ textContent }) => textContent,
      )
      this.#fail(problems.find((text) => text !== '') ?? t("Couldn't import the file. Check its format and try again."))
    } catch {
      this.#fail(t("Couldn't upload the file. Check your connection and try again."))
    }
    return undefined
  }

  #fail(words: string): void {
    this.#bar.hidden = true
    this.#told.textContent = words
    this.#told.className = 'conversations-refused'
  }
}

/** Uploads with XMLHttpRequest, because `fetch` doesn't report upload progress. */
function posted(address: string, body: FormData, onSent: (share: number) => void): Promise<Document> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.upload.addEventListener('progress', ({ loaded, total }) => onSent(total === 0 ? 1 : loaded / total))
    request.addEventListener('load', () => resolve(new DOMParser().parseFromString(request.responseText, 'text/html')))
    request.addEventListener('error', () => reject(new Error('No network connection')))
    request.send(body)
  })
}

/** One call to import: its files, and the state of its upload. */
import { t } from '../../inbound/web/languages/messages.browser.ts'
import { findProblem, sendForm } from '../components/upload.browser.ts'
import { ArchiveError, type ImportFile } from './archive.browser.ts'

/** Files of one call. It has a transcript or a recording. */
export interface ImportGroup {
  /** In the order in which they are preferred, by content if it was compared. One of them is imported. */
  readonly transcripts: readonly ImportFile[]
  readonly recording: ImportFile | undefined
  /** Other forms, which aren't imported. */
  readonly others: readonly ImportFile[]
  /** Names of people, if the transcript is a day of an export of Slack. */
  readonly users: ImportFile | undefined
}

const FAILED = 'conversations-refused'

export class ImportRow {
  readonly #group: ImportGroup
  readonly #choice: HTMLSelectElement | undefined
  readonly #bar = document.createElement('progress')
  readonly #status = document.createElement('span')
  readonly #others = document.createElement('small')

  constructor(list: Element, group: ImportGroup) {
    this.#group = group
    const item = document.createElement('li')
    const files = document.createElement('div')
    const [only, second] = group.transcripts
    if (second !== undefined) {
      this.#choice = createChoice(group.transcripts)
      files.append(this.#choice, ...(group.recording === undefined ? [] : [' + ', toName(group.recording)]))
    } else if (only === undefined || group.recording === undefined) files.append(toName(only ?? group.recording))
    else files.append(toName(only), ' + ', toName(group.recording))
    files.append(this.#others)
    this.#showLeftOut()
    this.#choice?.addEventListener('change', () => this.#showLeftOut())
    this.#bar.max = 1
    this.#bar.value = 0
    this.#bar.hidden = true
    this.#bar.setAttribute('aria-label', t('Upload progress of {0}', this.#name))
    this.#status.textContent = this.#isPair ? t('One call with its recording') : t('One call')
    item.append(files, this.#bar, this.#status)
    list.append(item)
  }

  get #transcript(): ImportFile | undefined {
    return this.#group.transcripts[Number(this.#choice?.value ?? 0)]
  }

  /** Names the files of the call that aren't imported: the other transcripts, and other forms. */
  #showLeftOut(): void {
    const { transcripts, others } = this.#group
    const left = [...transcripts.filter((file) => file !== this.#transcript), ...others]
    this.#others.hidden = left.length === 0
    this.#others.textContent = t('Left out: {0}', left.map(({ path }) => path).join(', '))
  }

  get #isPair(): boolean {
    return this.#transcript !== undefined && this.#group.recording !== undefined
  }

  get #name(): string {
    return (this.#transcript ?? this.#group.recording)?.path ?? ''
  }

  wait(): void {
    this.#status.textContent = t('Waiting')
    this.#status.className = ''
    if (this.#choice !== undefined) this.#choice.disabled = true
  }

  /**
   * Imports the transcript first: it is small, and a wrong one is refused before its recording is sent.
   * @param again whether a call is created if another one has the file already
   * @returns URL of the call
   */
  async send(form: HTMLFormElement, isOneOfSeveral: boolean, again = false): Promise<string | undefined> {
    this.#bar.hidden = false
    try {
      const link = await this.#import(form, isOneOfSeveral, again)
      if (link === undefined) return undefined
      const { recording } = this.#group
      if (this.#isPair && recording !== undefined) {
        const problem = await this.#attach(form, link.href, await recording.open())
        if (problem !== undefined) {
          this.#fail(t('The transcript is imported without its recording: {0}', problem), link)
          return undefined
        }
      }
      this.#bar.hidden = true
      this.#status.replaceChildren(t('Imported.'), ' ', ...link.nodes)
      return link.href
    } catch (error) {
      this.#fail(
        error instanceof ArchiveError
          ? error.message
          : t("Couldn't upload the file. Check your connection and try again."),
      )
      return undefined
    }
  }

  async #import(form: HTMLFormElement, isOneOfSeveral: boolean, again: boolean): Promise<ImportedLink | undefined> {
    const body = new FormData(form)
    // The title applies to a single call. Several calls are named after their files.
    if (isOneOfSeveral) body.delete('conversationTitle')
    body.set('one-of-several', '1')
    if (again) body.set('again', 'true')
    const page = await this.#upload(form.action, body, await openImported(this.#group, this.#transcript))
    const link = page.querySelector<HTMLAnchorElement>('a[data-imported]')
    if (link !== null) return { href: link.href, nodes: [...(link.parentElement?.childNodes ?? [link])] }
    const known = page.querySelector<HTMLAnchorElement>('a[data-known]')
    if (known !== null) this.#showKnown(form, isOneOfSeveral, known)
    else this.#fail(findProblem(page) ?? t("Couldn't import the file. Check its format and try again."))
    return undefined
  }

  /** Links the call that has the file already, and offers to import the file all the same. */
  #showKnown(form: HTMLFormElement, isOneOfSeveral: boolean, known: HTMLAnchorElement): void {
    this.#bar.hidden = true
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'link'
    button.textContent = t('Import again')
    button.setAttribute('aria-label', t('Import {0} again', this.#name))
    button.addEventListener('click', async () => {
      button.disabled = true
      const call = await this.send(form, isOneOfSeveral, true)
      if (!isOneOfSeveral && call !== undefined) location.assign(call)
    })
    const lacksRecording = this.#isPair && known.dataset.lacksRecording !== undefined
    const more = lacksRecording ? [' ', createAttachLink(known.href)] : []
    this.#status.replaceChildren(t('Parley has a call with this file already.'), ' ', known, ...more, ' ', button)
  }

  /** @returns the problem, if the recording isn't stored */
  async #attach(form: HTMLFormElement, call: string, file: File): Promise<string | undefined> {
    const body = new FormData()
    body.set('form', new FormData(form).get('form') ?? '')
    const page = await this.#upload(`${call}/attach/recording`, body, file)
    const isStored = page.querySelector('.call') !== null
    return isStored
      ? undefined
      : (findProblem(page) ?? t("Couldn't upload the file. Check your connection and try again."))
  }

  /** The file comes after the other fields, so that the server rejects invalid fields before a large upload. */
  async #upload(address: string, body: FormData, file: File): Promise<Document> {
    body.delete('file')
    body.append('file', file, file.name)
    this.#bar.value = 0
    this.#status.textContent = t('Uploading…')
    const { page } = await sendForm(address, body, (ratio) => {
      this.#bar.value = ratio
      if (ratio === 1) this.#status.textContent = t('Processing…')
    })
    return page
  }

  #fail(words: string, link?: ImportedLink): void {
    this.#bar.hidden = true
    this.#status.textContent = words
    this.#status.className = FAILED
    if (link === undefined) return
    this.#status.append(' ', createAttachLink(link.href))
  }
}

/** Link to the page that adds a recording to a call. */
function createAttachLink(call: string): HTMLAnchorElement {
  const anchor = document.createElement('a')
  anchor.href = `${call}/attach#recording`
  anchor.textContent = t('Add a recording')
  return anchor
}

interface ImportedLink {
  readonly href: string
  /** The link, and what the import has recognized. */
  readonly nodes: readonly Node[]
}

/** File that is imported as a call. A day of Slack gets the names of its people, in the form that the import recognizes. */
async function openImported({ recording, users }: ImportGroup, transcript: ImportFile | undefined): Promise<File> {
  const file = transcript ?? recording
  if (file === undefined) throw new Error('A call has a transcript or a recording.')
  if (users === undefined) return file.open()
  const [messages, people] = await Promise.all([readText(file), readText(users)])
  const folders = file.path.split('/')
  const channel = JSON.stringify(folders.at(-2) ?? '')
  return new File([`{"channel":${channel},"users":${people},"messages":${messages}}`], folders.at(-1) ?? file.path)
}

const readText = async (file: ImportFile): Promise<string> => (await (await file.open()).text()).replace(/^\uFEFF/, '')

function toName(file: ImportFile | undefined): HTMLElement {
  const name = document.createElement('bdi')
  name.textContent = file?.path ?? ''
  return name
}

function createChoice(transcripts: readonly ImportFile[]): HTMLSelectElement {
  const choice = document.createElement('select')
  choice.setAttribute('aria-label', t('Transcript to import'))
  for (const [index, { path }] of transcripts.entries()) choice.append(new Option(path, String(index)))
  return choice
}
